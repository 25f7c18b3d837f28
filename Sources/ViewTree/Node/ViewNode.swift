// An element of a screen with its descendants. Its storage is shared and immutable, so that unchanged parts of two
// trees are recognised by their address, without looking inside.

/// An element of a screen, and its children.
///
/// Ids are unique in a tree. A tree with duplicate ids (see `duplicateID`) can be shown, but not changed step by step:
/// it is replaced as a whole. A tree has at most `mostLevels` levels: a deeper one can be neither encoded nor decoded,
/// and no change can make one. Building a deeper one does no harm, because nothing here recurses.
public struct ViewNode: Sendable {
    private var storage: Storage

    /// The greatest number of levels of a tree that can be encoded, decoded or made by changes.
    public static let mostLevels = 200

    /// An element without its children.
    public struct Face: Sendable, Hashable {
        public var content: ViewContent
        public var style: ViewStyle
        /// Its accessible text.
        public var accessibility: ViewAccessibility

        /// Makes a face; without `accessibility`, the text is derived from the content.
        public init(
            _ content: ViewContent,
            style: ViewStyle = ViewStyle(),
            accessibility: ViewAccessibility? = nil
        ) {
            self.content = content
            self.style = style
            self.accessibility = accessibility ?? content.ownAccessibility
        }
    }

    // `children` changes only in a deinitializer, and only if nothing else refers to the object: so no thread can see
    // the change.
    private final class Storage: @unchecked Sendable {
        let id: ViewID
        let face: Face
        private(set) var children: [ViewNode]
        let levels: Int
        let isNamedByPaths: Bool

        init(id: ViewID, face: Face, children: [ViewNode]) {
            self.id = id
            self.face = face
            self.children = children
            levels = 1 + (children.lazy.map(\.levels).max() ?? 0)
            isNamedByPaths =
                children.allSatisfy { $0.isNamedByPaths && $0.id.isNamed(within: id) }
                && Self.haveOwnNames(children)
        }

        deinit {
            // Swift would release the levels recursively, and a deep tree would overflow the stack.
            guard levels > ViewNode.mostLevels else { return }
            var rest = children
            children = []
            while var node = rest.popLast() {
                guard isKnownUniquelyReferenced(&node.storage) else { continue }
                rest += node.storage.children
                node.storage.children = []
            }
        }

        private static func haveOwnNames(_ siblings: [ViewNode]) -> Bool {
            guard siblings.count > 8 else {
                // For so few, comparing pairs is faster than building a set.
                return siblings.indices.allSatisfy { index in
                    siblings[..<index].allSatisfy { $0.id != siblings[index].id }
                }
            }
            var names = Set<ViewID>(minimumCapacity: siblings.count)
            return siblings.allSatisfy { names.insert($0.id).inserted }
        }
    }

    /// Makes an element; the ids must be unique in the whole tree.
    public init(_ id: ViewID, _ face: Face, children: [ViewNode] = []) {
        storage = Storage(id: id, face: face, children: children)
    }

    /// Makes an element from a content.
    public init(
        _ id: ViewID,
        _ content: ViewContent,
        style: ViewStyle = ViewStyle(),
        accessibility: ViewAccessibility? = nil,
        children: [ViewNode] = []
    ) {
        self.init(
            id,
            Face(content, style: style, accessibility: accessibility),
            children: children
        )
    }

    public var id: ViewID { storage.id }
    public var face: Face { storage.face }
    public var content: ViewContent { storage.face.content }
    public var style: ViewStyle { storage.face.style }
    public var accessibility: ViewAccessibility { storage.face.accessibility }
    public var children: [ViewNode] { storage.children }

    /// The number of levels: 1 for an element without children.
    public var levels: Int { storage.levels }

    /// Whether each element's id is its parent's plus one name, which no sibling has; then ids are known to be unique
    /// without a search.
    var isNamedByPaths: Bool { storage.isNamedByPaths }

    /// Whether both share one storage; does not look inside.
    public func isIdentical(to other: ViewNode) -> Bool { storage === other.storage }
}

extension ViewNode: Hashable {
    public static func == (left: ViewNode, right: ViewNode) -> Bool {
        var waiting = [(left, right)]
        while let (left, right) = waiting.popLast() {
            if left.isIdentical(to: right) { continue }
            guard left.id == right.id, left.levels == right.levels,
                left.children.count == right.children.count, left.face == right.face
            else { return false }
            waiting += zip(left.children, right.children)
        }
        return true
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(face)
        hasher.combine(children.count)
    }
}

extension ViewNode {
    /// The element with an id: this one or a descendant.
    public func node(_ id: ViewID) -> ViewNode? {
        var waiting = [self]
        while let node = waiting.popLast() {
            if node.id == id { return node }
            waiting += node.children.reversed()
        }
        return nil
    }

    /// Calls `body` for this element and its descendants, parents first.
    public func forEach(_ body: (ViewNode) throws -> Void) rethrows {
        var waiting = [self]
        while let node = waiting.popLast() {
            try body(node)
            waiting += node.children.reversed()
        }
    }

    /// The first id found twice; `nil` if all are unique.
    public var duplicateID: ViewID? {
        if isNamedByPaths { return nil }
        var names = Set<ViewID>()
        var waiting = [self]
        while let node = waiting.popLast() {
            guard names.insert(node.id).inserted else { return node.id }
            waiting += node.children.reversed()
        }
        return nil
    }
}
