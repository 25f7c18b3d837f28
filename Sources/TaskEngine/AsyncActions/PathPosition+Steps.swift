// Where a step lies in a task, as the fleet compares places: by the identifiers on the way to it.

internal import Research

extension PathPosition {
    /// The identifiers from the root down to a level.
    func path(ofLevel index: Int) -> [String] { levels[...index].map(\.identifier) }

    /// The steps that are open, each with the way to it, the outermost first.
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
    /// Whether this is the way to a step of a level, or of one within it.
    func isStep(_ identifier: String, atOrBelow owner: [String]) -> Bool {
        count > owner.count && last == identifier && starts(with: owner)
    }
}
