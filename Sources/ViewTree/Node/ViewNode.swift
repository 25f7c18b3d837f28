// One element of a screen with all that is in it. Its storage is shared and never changes: what stayed
// the same from one tree to the next is known by its address, without a look inside.

/// An element of a screen, and the elements in it.
///
/// Names are unique in a whole tree. A tree in which they are not (see `duplicateID`) can be shown, but
/// not be changed step by step: it is replaced as a whole. A tree has at most `mostLevels` levels; a
/// deeper one can be neither coded nor decoded, and no change makes one, but nothing here goes down by
/// a call for each level, so a deep one does no harm.
public struct ViewNode: Sendable {
    private var storage: Storage

    /// The levels that a tree has at most to be coded, decoded or made by changes.
    public static let mostLevels = 200

    /// What an element is, apart from the elements in it.
    public struct Face: Sendable, Hashable {
        public var content: ViewContent
        public var style: ViewStyle
        /// What a person who does not see it is told.
        public var accessibility: ViewAccessibility

        /// A face; without a word about it, what is told of it is what its content says by itself.
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

    // Never changes while more than one holds it: its children are taken out at its end only, by the
    // last one who holds it.
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
            // Left to themselves, the levels would go by a call within a call for each.
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
                // So few are compared sooner than a set of them is made.
                return siblings.indices.allSatisfy { index in
                    siblings[..<index].allSatisfy { $0.id != siblings[index].id }
                }
            }
            var names = Set<ViewID>(minimumCapacity: siblings.count)
            return siblings.allSatisfy { names.insert($0.id).inserted }
        }
    }

    /// An element; the names of those in it are unique in the whole tree.
    public init(_ id: ViewID, _ face: Face, children: [ViewNode] = []) {
        storage = Storage(id: id, face: face, children: children)
    }

    /// An element that shows something.
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

    /// How many levels there are: 1 for an element with nothing in it.
    public var levels: Int { storage.levels }

    /// Whether each element's name is that of the one around it and one name more, another one for each
    /// of its siblings; names are unique then, known without a look at all of them.
    var isNamedByPaths: Bool { storage.isNamedByPaths }

    /// Whether both are the very same, known without a look inside.
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
    /// The element of a name, this one or one within it.
    public func node(_ id: ViewID) -> ViewNode? {
        var waiting = [self]
        while let node = waiting.popLast() {
            if node.id == id { return node }
            waiting += node.children.reversed()
        }
        return nil
    }

    /// This element and all within it, each ahead of those in it.
    public func forEach(_ body: (ViewNode) throws -> Void) rethrows {
        var waiting = [self]
        while let node = waiting.popLast() {
            try body(node)
            waiting += node.children.reversed()
        }
    }

    /// A name that more than one element has, the first that is met again; `nil` where all are unique.
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
