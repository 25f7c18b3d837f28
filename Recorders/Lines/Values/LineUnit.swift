// The units of a device's numbers, and their conversion to the file's units: g, rad/s and µT, as in the motion
// recorder's files.

/// The quantity that a kind of reading measures.
enum LineQuantity: Sendable, Hashable {
    case acceleration
    case rotation
    case magnetism
    /// A quaternion, which has no unit.
    case orientation
    /// A value of the device's own, in any unit.
    case own
}

/// A factor from a device's unit to the file's.
struct LineScale: Sendable, Hashable {
    private let number: Double
    /// Whether to divide instead of multiply: a thousandth is not exact as a double, but dividing by a thousand is
    /// rounded only once.
    private let divides: Bool

    static let one = LineScale(times: 1)

    private init(times factor: Double) { (number, divides) = (factor, false) }
    private init(over divisor: Double) { (number, divides) = (divisor, true) }

    /// Converts a value to the file's unit.
    @inline(__always)
    func callAsFunction(_ value: Double) -> Double { divides ? value / number : value * number }

    private static let degree = Double.pi / 180
    private static let standardGravity = 9.80665

    /// The factor of a unit.
    ///
    /// - Parameters:
    ///   - unit: The unit as given.
    ///   - quantity: The quantity that it must measure.
    /// - Returns: The factor; `nil` for a unit of another quantity.
    static func named(_ unit: String, of quantity: LineQuantity) -> LineScale? {
        if let scale = plain(unit, of: quantity) { return scale }
        // For raw numbers, as in `g/16384`, the unit ends with how many of them make one.
        guard let slash = unit.lastIndex(of: "/"),
            let count = Double(unit[unit.index(after: slash)...]), count > 0, count.isFinite
        else { return nil }
        return plain(String(unit[..<slash]), of: quantity)?.over(count)
    }

    /// The factor for raw numbers, of which this many make one of the unit.
    private func over(_ count: Double) -> LineScale {
        divides
            ? LineScale(over: number * count)
            : number == 1 ? LineScale(over: count) : LineScale(times: number / count)
    }

    private static func plain(_ unit: String, of quantity: LineQuantity) -> LineScale? {
        switch (quantity, unit) {
        case (.own, _): .one
        case (.acceleration, "g"), (.rotation, "rad/s"): .one
        case (.acceleration, "mg"): LineScale(over: 1000)
        case (.acceleration, "m/s2"), (.acceleration, "m/s^2"), (.acceleration, "m/s²"):
            LineScale(over: standardGravity)
        case (.rotation, "dps"), (.rotation, "deg/s"), (.rotation, "°/s"): LineScale(times: degree)
        case (.rotation, "mdps"): LineScale(times: degree / 1000)
        case (.magnetism, "uT"), (.magnetism, "µT"), (.magnetism, "μT"): .one
        case (.magnetism, "mT"): LineScale(times: 1000)
        case (.magnetism, "G"): LineScale(times: 100)
        case (.magnetism, "mG"): LineScale(over: 10)
        default: nil
        }
    }
}

extension LineQuantity {
    /// The unit in the file; `nil` if the device's own unit is kept.
    var fileUnit: String? {
        switch self {
        case .acceleration: "g"
        case .rotation: "rad/s"
        case .magnetism: "µT"
        case .orientation: "1"
        case .own: nil
        }
    }

    /// The permitted units, in words.
    var choices: String {
        switch self {
        case .acceleration: "g, mg or m/s2, or for raw numbers how many make one g, as in g/16384"
        case .rotation:
            "rad/s, dps or mdps, or for raw numbers how many make one dps, as in dps/131"
        case .magnetism: "uT, mT, G or mG, or for raw numbers how many make one mG, as in mG/1090"
        case .orientation: "none, since a quaternion has no unit"
        case .own: "any word"
        }
    }
}
