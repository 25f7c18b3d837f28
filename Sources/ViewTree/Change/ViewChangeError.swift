// Why a change does not fit a tree: the tree's owner has missed an earlier change, or has received one twice. The
// remedy is to ask for the whole tree.

/// Why a change does not fit a tree.
public enum ViewChangeError: Error, Sendable, Hashable {
    /// No element has this id.
    case missing(ViewID)
    /// Nothing can follow the first element in the second: it is not a child of the second, or is itself the one to
    /// move.
    case noSibling(ViewID, in: ViewID)
    /// The root can be neither moved nor removed.
    case root(ViewID)
    /// More than one element has this id, or would have it.
    case duplicate(ViewID)
    /// The tree would have more levels than `ViewNode.mostLevels`.
    case tooDeep(levels: Int)
    /// An update was not the next one; `expected` is `nil` if there was no tree, so that a whole one was expected.
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
