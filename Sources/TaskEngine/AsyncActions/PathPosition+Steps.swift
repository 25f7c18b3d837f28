// Compares positions of a run for the coordinator, by the identifiers of their levels and steps.

internal import Research

extension PathPosition {
    /// The identifiers from the root down to a level.
    func path(ofLevel index: Int) -> [String] { levels[...index].map(\.identifier) }

    /// The paths of the open steps, the outermost first.
    var nodes: [[String]] {
        levels.indices.compactMap { index in
            levels[index].stepIdentifier.map { path(ofLevel: index) + [$0] }
        }
    }

    /// Whether a level is open.
    func hasLevel(_ path: [String]) -> Bool {
        levels.count >= path.count && self.path(ofLevel: path.count - 1) == path
    }
}

extension [String] {
    /// True if this is the path of a step with the identifier, in the level `owner` or below it.
    func isStep(_ identifier: String, atOrBelow owner: [String]) -> Bool {
        count > owner.count && last == identifier && starts(with: owner)
    }
}
