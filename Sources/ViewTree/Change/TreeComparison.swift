// Computes the changes between two trees. It opens only elements that are not identical, so the cost depends on what
// changed, not on the size of the tree.

extension ViewNode {
    /// The changes that turn this tree into another: as few as possible, in an order in which each fits.
    ///
    /// Equal elements cause no change, and identical ones are not opened. An element with the same parent is moved,
    /// with as few of its siblings as possible; one with a new parent is removed and inserted. All removals come first.
    /// The other changes follow, a parent's before its children's.
    ///
    /// If the roots' ids differ, the whole tree is replaced. So is an unequal tree if an id occurs twice in either
    /// tree. Ids that are paths are known to be unique (see `ViewID.appending`); to check other ids, both trees are
    /// searched completely.
    public func changes(to other: ViewNode) -> [ViewChange] {
        if isIdentical(to: other) { return [] }
        guard id == other.id, duplicateID == nil, other.duplicateID == nil else {
            return self == other ? [] : [.replaceRoot(other)]
        }
        return TreeComparison(from: self, to: other).changes
    }
}

/// The comparison of two trees with the same root id, each with unique ids.
struct TreeComparison {
    private var removals: [ViewChange] = []
    private var others: [ViewChange] = []
    private var waiting: [(old: ViewNode, new: ViewNode)]
    /// How many elements were not identical and had to be opened.
    private(set) var opened = 0

    /// The changes, in order.
    var changes: [ViewChange] { removals + others }

    init(from old: ViewNode, to new: ViewNode) {
        waiting = [(old, new)]
        while let (old, new) = waiting.popLast() { compare(old, new) }
    }

    private mutating func compare(_ old: ViewNode, _ new: ViewNode) {
        opened += 1
        if old.face != new.face { others.append(.replaceFace(new.id, new.face)) }
        let (old, new, parent) = (old.children, new.children, new.id)
        var changed: [(old: ViewNode, new: ViewNode)] = []
        // Common siblings at either end need no search.
        let shorter = min(old.count, new.count)
        var start = 0
        while start < shorter {
            if !old[start].isIdentical(to: new[start]) {
                guard old[start].id == new[start].id else { break }
                changed.append((old[start], new[start]))
            }
            start += 1
        }
        var (oldEnd, newEnd) = (old.count, new.count)
        var changedAtEnd: [(old: ViewNode, new: ViewNode)] = []
        while start < min(oldEnd, newEnd) {
            let (last, next) = (old[oldEnd - 1], new[newEnd - 1])
            if !last.isIdentical(to: next) {
                guard last.id == next.id else { break }
                changedAtEnd.append((last, next))
            }
            oldEnd -= 1
            newEnd -= 1
        }
        if start < max(oldEnd, newEnd) {
            let before = old[start..<oldEnd]
            let sibling = start > 0 ? new[start - 1].id : nil
            changed += rearrange(before, to: new[start..<newEnd], in: parent, behind: sibling)
        }
        // `waiting` is a stack, so the last element goes first.
        waiting += changedAtEnd
        waiting += changed.reversed()
    }

    /// Removes, inserts and moves siblings; returns the pairs that are in both and not identical.
    private mutating func rearrange(
        _ before: ArraySlice<ViewNode>,
        to after: ArraySlice<ViewNode>,
        in parent: ViewID,
        behind sibling: ViewID?
    ) -> [(old: ViewNode, new: ViewNode)] {
        var places = [ViewID: Int](minimumCapacity: before.count)
        for index in before.indices { places[before[index].id] = index }
        let oldPlaces = after.map { places.removeValue(forKey: $0.id) }
        // The ids left in `places` are of removed elements.
        for node in before where places[node.id] != nil { removals.append(.remove(node.id)) }

        let kept = oldPlaces.compactMap(\.self)
        var staying = LongestRise.places(in: kept).map { kept[$0] }[...]
        var previous = sibling
        var changed: [(old: ViewNode, new: ViewNode)] = []
        for (node, oldPlace) in zip(after, oldPlaces) {
            if let oldPlace {
                if oldPlace == staying.first {
                    staying.removeFirst()
                } else {
                    others.append(.move(node.id, behind: previous))
                }
                let old = before[oldPlace]
                if !old.isIdentical(to: node) { changed.append((old, node)) }
            } else {
                others.append(.insert(node, into: parent, behind: previous))
            }
            previous = node.id
        }
        return changed
    }
}
