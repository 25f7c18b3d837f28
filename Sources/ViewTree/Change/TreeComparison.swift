// What is different between two trees. Only elements that are not the very same are opened, so that the
// next tree costs what changed in it, and not what it shows.

extension ViewNode {
    /// How this tree becomes another one: as few changes as there are, in an order in which each fits.
    ///
    /// What is equal costs no change, and what is identical costs no look inside. An element that is
    /// still in the same one is moved, as few of its siblings as possible with it; one that is now in
    /// another is removed and inserted. Everything that goes, goes first. The changes to other elements
    /// follow, each element ahead of those in it.
    ///
    /// A root of another name replaces the old one. So does a tree, if it is not equal, where two elements
    /// of one name are in either. Names that are paths are known to be unique (see `ViewID.appending`);
    /// for the sake of others, both trees are gone through as a whole.
    public func changes(to other: ViewNode) -> [ViewChange] {
        if isIdentical(to: other) { return [] }
        guard id == other.id, duplicateID == nil, other.duplicateID == nil else {
            return self == other ? [] : [.replaceRoot(other)]
        }
        return TreeComparison(from: self, to: other).changes
    }
}

/// The comparison of two trees whose roots have one name, each with unique names.
struct TreeComparison {
    private var removals: [ViewChange] = []
    private var others: [ViewChange] = []
    private var waiting: [(old: ViewNode, new: ViewNode)]
    /// How many elements were not the very same, and had to be opened.
    private(set) var opened = 0

    /// What has to be done, in order.
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
        // What stays at either end needs no search.
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
        // What waits is a stack: the last comes first.
        waiting += changedAtEnd
        waiting += changed.reversed()
    }

    /// Removes, inserts and moves siblings, and answers those in both that are not the very same.
    private mutating func rearrange(
        _ before: ArraySlice<ViewNode>,
        to after: ArraySlice<ViewNode>,
        in parent: ViewID,
        behind sibling: ViewID?
    ) -> [(old: ViewNode, new: ViewNode)] {
        var places = [ViewID: Int](minimumCapacity: before.count)
        for index in before.indices { places[before[index].id] = index }
        let oldPlaces = after.map { places.removeValue(forKey: $0.id) }
        // What is left of the places is of those that are gone.
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
