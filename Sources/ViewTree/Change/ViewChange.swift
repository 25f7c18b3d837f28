// A step from one tree to the next: a host changes what it has drawn, and leaves the rest. Each step refers to the tree
// that the steps before have made.

/// One step from a tree to the next.
public enum ViewChange: Sendable, Hashable {
    /// An element changes its content, style or accessible text; its children stay.
    case replaceFace(ViewID, ViewNode.Face)
    /// A new element with its children, after the sibling `behind`; first if `behind` is `nil`.
    case insert(ViewNode, into: ViewID, behind: ViewID?)
    /// An element is removed with its children.
    case remove(ViewID)
    /// An element moves within its parent, after the sibling `behind`; first if `behind` is `nil`.
    case move(ViewID, behind: ViewID?)
    /// The whole tree is replaced.
    case replaceRoot(ViewNode)
}

extension ViewChange: Codable {
    /// The kind of change, as in JSON.
    enum Kind: String, CaseIterable {
        case replaceFace, insert, remove, move, replaceRoot
    }

    private enum CodingKeys: String, CodingKey {
        case change, id, face, node, into, behind
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func id(_ key: CodingKeys) throws -> ViewID {
            try container.decode(ViewID.self, forKey: key)
        }
        func sibling() throws -> ViewID? {
            try container.decodeIfPresent(ViewID.self, forKey: .behind)
        }
        func node() throws -> ViewNode { try container.decode(ViewNode.self, forKey: .node) }
        switch try container.word(Kind.self, forKey: .change) {
        case .replaceFace:
            self = .replaceFace(
                try id(.id),
                try container.decode(ViewNode.Face.self, forKey: .face)
            )
        case .insert: self = .insert(try node(), into: try id(.into), behind: try sibling())
        case .remove: self = .remove(try id(.id))
        case .move: self = .move(try id(.id), behind: try sibling())
        case .replaceRoot: self = .replaceRoot(try node())
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        func name(_ kind: Kind) throws { try container.encode(kind.rawValue, forKey: .change) }
        switch self {
        case .replaceFace(let id, let face):
            try name(.replaceFace)
            try container.encode(id, forKey: .id)
            try container.encode(face, forKey: .face)
        case .insert(let node, let parent, let sibling):
            try name(.insert)
            try container.encode(node, forKey: .node)
            try container.encode(parent, forKey: .into)
            try container.encodeIfPresent(sibling, forKey: .behind)
        case .remove(let id):
            try name(.remove)
            try container.encode(id, forKey: .id)
        case .move(let id, let sibling):
            try name(.move)
            try container.encode(id, forKey: .id)
            try container.encodeIfPresent(sibling, forKey: .behind)
        case .replaceRoot(let node):
            try name(.replaceRoot)
            try container.encode(node, forKey: .node)
        }
    }
}
