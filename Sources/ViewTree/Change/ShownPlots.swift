// Keeps track of the plots in a tree. Their readings are updated several times a second, so this follows the changes of
// the tree instead of searching it each time.

/// The plots of a tree, by element.
package struct ShownPlots: Sendable, Hashable {
    package private(set) var plots: [ViewID: PlotContent] = [:]

    /// Makes a list without any plots.
    package init() {}

    /// The plots of a whole tree.
    package init(in tree: ViewNode) { add(within: tree) }

    /// Applies the changes of the tree, in their order.
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
