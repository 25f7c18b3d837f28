// Why a change does not fit a tree: whoever keeps the tree has missed a change before it, or has had
// one twice. The whole tree, asked for again, mends that.

/// Why a change does not fit a tree.
public enum ViewChangeError: Error, Sendable, Hashable {
    /// No element has this name.
    case missing(ViewID)
    /// Nothing can stand behind the first: it is not among those in the second, or is what moves.
    case noSibling(ViewID, in: ViewID)
    /// A root has no place in another element: it is neither moved nor removed.
    case root(ViewID)
    /// More than one element has, or would have, this name.
    case duplicate(ViewID)
    /// The tree would have more levels than `ViewNode.mostLevels`.
    case tooDeep(levels: Int)
    /// An update was not the next one; without a tree, a whole one was expected.
    case missed(expected: Int?, got: Int)
}

extension ViewChangeError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing(let id): "there is no element '\(id)'"
        case .noSibling(let id, let parent):
            "nothing can stand behind '\(id)' in '\(parent)': it is not there, or moves itself"
        case .root(let id): "'\(id)' is the root, which is neither moved nor removed"
        case .duplicate(let id): "more than one element has the name '\(id)'"
        case .tooDeep(let levels):
            "the tree would have \(levels) levels, and may have \(ViewNode.mostLevels)"
        case .missed(let expected?, let got):
            "update \(got) came where \(expected) was expected; ask for the whole tree"
        case .missed(nil, let got):
            "update \(got) came ahead of any tree; ask for the whole tree"
        }
    }
}
