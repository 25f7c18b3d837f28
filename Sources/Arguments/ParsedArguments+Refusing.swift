// Options that do not go together are refused where somebody would expect something of them.

extension ParsedArguments {
    /// Refuses the first of some options that is given.
    package func refuse(
        _ options: [OptionDeclaration],
        _ problem: String,
        _ remedy: String
    ) throws(UsageError) {
        guard let given = options.first(where: { words[$0.name] != nil }) else { return }
        throw UsageError(place: "--\(given.name)", problem: problem, remedy: remedy)
    }
}
