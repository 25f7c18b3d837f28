// A tree while it is being changed. Siblings form linked lists and are found by an index of ids, so each change costs
// the same however many siblings there are.

extension ViewNode {
    /// Returns the tree after some changes; it shares all unchanged elements with this one.
    ///
    /// - Throws: Why a change does not fit, with the id that is missing or duplicate. A tree with a duplicate id
    ///   accepts no change but `replaceRoot`.
    public func applying(_ changes: [ViewChange]) throws(ViewChangeError) -> ViewNode {
        var root = self
        var draft: TreeDraft?
        for change in changes {
            if case .replaceRoot(let node) = change {
                root = node
                draft = nil
                continue
            }
            // Taken out of `draft` for the change, so that it is not copied.
            var current = draft.take()
            if current == nil { current = try TreeDraft(root) }
            try current?.apply(change)
            draft = current
        }
        let result = draft?.finished() ?? root
        guard changes.isEmpty || result.levels <= Self.mostLevels else {
            throw .tooDeep(levels: result.levels)
        }
        return result
    }
}

/// A tree while it is being changed.
struct TreeDraft {
    /// An element with its neighbours, each by its index in `elements`.
    private struct Element {
        /// The original element, valid as long as nothing in it has changed.
        let node: ViewNode
        var hasChanged = false
        var parent: Int?
        var first: Int?
        var previous: Int?
        var next: Int?
    }

    private var elements: [Element] = []
    private var places: [ViewID: Int] = [:]
    private var newFaces: [Int: ViewNode.Face] = [:]
    private static let root = 0

    init(_ root: ViewNode) throws(ViewChangeError) {
        _ = try add(root)
    }

    mutating func apply(_ change: ViewChange) throws(ViewChangeError) {
        switch change {
        case .replaceFace(let id, let face):
            let place = try place(of: id)
            guard (newFaces[place] ?? elements[place].node.face) != face else { return }
            newFaces[place] = face
            touch(place)
        case .insert(let node, let parentID, let sibling):
            let parent = try place(of: parentID)
            let behind = try place(of: sibling, in: parent)
            let new = try add(node)
            link(new, in: parent, behind: behind)
            touch(parent)
        case .remove(let id):
            let (place, parent) = try child(id)
            unlink(place, of: parent)
            forget(place)
            touch(parent)
        case .move(let id, let sibling):
            let (place, parent) = try child(id)
            let behind = try self.place(of: sibling, in: parent)
            guard behind != place else { throw .noSibling(id, in: name(of: parent)) }
            guard elements[place].previous != behind else { return }
            unlink(place, of: parent)
            link(place, in: parent, behind: behind)
            touch(parent)
        case .replaceRoot(let node):
            self = try TreeDraft(node)
        }
    }

    /// Returns the tree after the changes.
    func finished() -> ViewNode {
        var open = [(place: Self.root, children: [ViewNode](), next: elements[Self.root].first)]
        guard elements[Self.root].hasChanged else { return elements[Self.root].node }
        while true {
            let last = open.count - 1
            if let place = open[last].next {
                open[last].next = elements[place].next
                if elements[place].hasChanged {
                    open.append((place, [], elements[place].first))
                } else {
                    open[last].children.append(elements[place].node)
                }
                continue
            }
            let done = open.removeLast()
            let old = elements[done.place].node
            let face = newFaces[done.place] ?? old.face
            let node = ViewNode(old.id, face, children: done.children)
            guard last > 0 else { return node }
            open[last - 1].children.append(node)
        }
    }
}

// MARK: - Names

extension TreeDraft {
    private func name(of place: Int) -> ViewID { elements[place].node.id }

    private func place(of id: ViewID) throws(ViewChangeError) -> Int {
        guard let place = places[id] else { throw .missing(id) }
        return place
    }

    /// The index of the sibling to insert behind; `nil` to insert first.
    private func place(
        of sibling: ViewID?,
        in parent: Int
    ) throws(ViewChangeError) -> Int? {
        guard let sibling else { return nil }
        guard let place = places[sibling], elements[place].parent == parent else {
            throw .noSibling(sibling, in: name(of: parent))
        }
        return place
    }

    /// The index of an element below the root, and that of its parent.
    private func child(_ id: ViewID) throws(ViewChangeError) -> (place: Int, parent: Int) {
        let place = try place(of: id)
        guard let parent = elements[place].parent else { throw .root(id) }
        return (place, parent)
    }
}

// MARK: - Links

extension TreeDraft {
    /// Adds an element with its descendants; returns its index.
    private mutating func add(_ node: ViewNode) throws(ViewChangeError) -> Int {
        let top = elements.count
        var waiting: [(node: ViewNode, parent: Int?)] = [(node, nil)]
        while let (node, parent) = waiting.popLast() {
            let place = elements.count
            guard places.updateValue(place, forKey: node.id) == nil else {
                throw .duplicate(node.id)
            }
            elements.append(Element(node: node))
            // In reverse order, because each is inserted in front of the others.
            if let parent { link(place, in: parent, behind: nil) }
            for child in node.children { waiting.append((child, place)) }
        }
        return top
    }

    /// Forgets the ids of an element and its descendants, so that others may use them.
    private mutating func forget(_ place: Int) {
        var waiting = [place]
        while let place = waiting.popLast() {
            places[name(of: place)] = nil
            var child = elements[place].first
            while let found = child {
                waiting.append(found)
                child = elements[found].next
            }
        }
    }

    private mutating func link(_ place: Int, in parent: Int, behind previous: Int?) {
        let next = if let previous { elements[previous].next } else { elements[parent].first }
        elements[place].parent = parent
        elements[place].previous = previous
        elements[place].next = next
        if let previous { elements[previous].next = place } else { elements[parent].first = place }
        if let next { elements[next].previous = place }
    }

    private mutating func unlink(_ place: Int, of parent: Int) {
        let (previous, next) = (elements[place].previous, elements[place].next)
        if let previous { elements[previous].next = next } else { elements[parent].first = next }
        if let next { elements[next].previous = previous }
    }

    /// Marks an element and its ancestors as changed.
    private mutating func touch(_ place: Int) {
        var next: Int? = place
        while let place = next, !elements[place].hasChanged {
            elements[place].hasChanged = true
            next = elements[place].parent
        }
    }
}
