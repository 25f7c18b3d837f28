// Which plots a tree has. Whoever has readings for them asks several times a second, and must not go through the
// tree for that: only what changes is looked at.

/// The plots of a tree, by their elements.
package struct ShownPlots: Sendable, Hashable {
    package private(set) var plots: [ViewID: PlotContent] = [:]

    /// The plots of no tree.
    package init() {}

    /// The plots of a whole tree.
    package init(in tree: ViewNode) { add(within: tree) }

    /// Takes note of what becomes of the tree, in the order in which it does.
    package mutating func follow(_ changes: [ViewChange]) {
        for change in changes {
            switch change {
            case .replaceRoot(let node): self = ShownPlots(in: node)
            case .insert(let node, into: _, behind: _): add(within: node)
            case .replaceFace(let id, let face): take(face.content, of: id)
            case .remove(let id):
                if plots.isEmpty { continue }
                let within = "\(id.path)/"
                plots = plots.filter { $0.key != id && !$0.key.path.hasPrefix(within) }
            case .move: break
            }
        }
    }

    private mutating func add(within node: ViewNode) {
        node.forEach { take($0.content, of: $0.id) }
    }

    private mutating func take(_ content: ViewContent, of id: ViewID) {
        if case .plot(let plot) = content { plots[id] = plot } else { plots[id] = nil }
    }
}
