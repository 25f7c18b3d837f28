// Parses the places on the body. They are given in the same way for all kinds of devices: in the order of the devices.

internal import Arguments
internal import PlainWords

extension ParsedArguments {
    /// Where devices are worn, one place for each; empty if none is given.
    ///
    /// - Parameters:
    ///   - count: How many devices there are.
    ///   - option: The option that names each of them, as in `--device`.
    /// - Returns: The places, in the order of the devices.
    /// - Throws: `UsageError` if there are more or fewer places than devices, or one place twice.
    func places(of count: Int, each option: String) throws(UsageError) -> [String] {
        let places = try values(of: SourceOptions.placement)
        guard places.isEmpty || places.count == count else {
            throw UsageError(
                place: "--placement",
                problem: "\(Quantity.count(places.count, "place", "places")) for "
                    + Quantity.count(count, "device", "devices"),
                remedy: "give one for each \(option), in the same order, or none"
            )
        }
        guard Set(places).count == places.count else {
            throw UsageError(
                place: "--placement",
                problem: "the same is given twice",
                remedy: "give each device a different place"
            )
        }
        return places
    }
}
