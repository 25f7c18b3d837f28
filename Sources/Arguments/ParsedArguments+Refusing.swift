// Refuses options that have no effect in a combination, rather than ignoring what the user expects of them.

extension ParsedArguments {
    /// Throws for the first of `options` that is given.
    package func refuse(
        _ options: [OptionDeclaration],
        _ problem: String,
        _ remedy: String
    ) throws(UsageError) {
        guard let given = options.first(where: { words[$0.name] != nil }) else { return }
        throw UsageError(place: "--\(given.name)", problem: problem, remedy: remedy)
    }
}
