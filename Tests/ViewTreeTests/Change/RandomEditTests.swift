// Trees by chance and edits by chance: what holds for all of them is not a matter of the examples that
// somebody thought of.

import Foundation
import Testing
import ViewTree

@Suite("Trees that change at random")
struct RandomEditTests {
    @Test("become each other by their changes", arguments: Naming.allCases, 1...150)
    func becomeEachOther(naming: Naming, seed: UInt64) throws {
        var trees = RandomTrees(seed: seed, naming: naming)
        let old = trees.tree()
        let new = trees.edited(old)
        #expect(try old.applying(old.changes(to: new)) == new)
        #expect(try new.applying(new.changes(to: old)) == old)
        // Two that have nothing in common but names.
        let other = trees.tree()
        #expect(try old.applying(old.changes(to: other)) == other)
    }

    @Test("become each other by their changes as JSON", arguments: 1...30)
    func becomeEachOtherInJSON(seed: UInt64) throws {
        var trees = RandomTrees(seed: seed, naming: .words)
        let old = trees.tree()
        let new = trees.edited(old)
        let update = ViewUpdate(
            number: 1,
            changes: old.changes(to: new),
            cues: [ViewCue(1, .vibrate)]
        )
        let read = try JSONText.read(ViewUpdate.self, JSONText.of(update))
        #expect(read == update)
        #expect(try old.applying(read.changes) == new)
    }

    @Test("have no change too many", arguments: [Naming.paths, .words], 1...150)
    func haveNoneTooMany(naming: Naming, seed: UInt64) {
        var trees = RandomTrees(seed: seed, naming: naming)
        let old = trees.tree()
        let new = trees.edited(old)
        let changes = old.changes(to: new)
        #expect(Counts(changes) == Counts(from: old, to: new))
    }

    @Test(
        "keep the very same elements where nothing changed",
        arguments: [Naming.paths, .words],
        1...150
    )
    func keepElements(naming: Naming, seed: UInt64) throws {
        var trees = RandomTrees(seed: seed, naming: naming)
        let old = trees.tree()
        let new = trees.edited(old)
        let result = try old.applying(old.changes(to: new))
        var waiting = [(old, result)]
        while let (before, after) = waiting.popLast() {
            #expect(before.isIdentical(to: after) == (before == after), "\(before.id)")
            for child in after.children {
                guard let own = before.children.first(where: { $0.id == child.id }) else {
                    continue
                }
                waiting.append((own, child))
            }
        }
    }
}

/// How many changes there are of each kind, counted from changes or from the trees themselves.
private struct Counts: Equatable {
    var faces = 0
    var insertions = 0
    var removals = 0
    var moves = 0
    var roots = 0

    init(_ changes: [ViewChange]) {
        for change in changes {
            switch change {
            case .replaceFace: faces += 1
            case .insert: insertions += 1
            case .remove: removals += 1
            case .move: moves += 1
            case .replaceRoot: roots += 1
            }
        }
    }

    init(from old: ViewNode, to new: ViewNode) {
        if old.face != new.face { faces += 1 }
        let oldNames = old.children.map(\.id)
        let newNames = new.children.map(\.id)
        let kept = newNames.filter(oldNames.contains)
        removals = oldNames.count - kept.count
        insertions = newNames.count - kept.count
        moves = kept.count - Self.longestRise(kept.compactMap(oldNames.firstIndex))
        for child in new.children {
            guard let own = old.children.first(where: { $0.id == child.id }) else { continue }
            let counts = Counts(from: own, to: child)
            faces += counts.faces
            insertions += counts.insertions
            removals += counts.removals
            moves += counts.moves
        }
    }

    /// How many of some numbers rise at most, found by the lengths up to each of them.
    private static func longestRise(_ numbers: [Int]) -> Int {
        var lengths: [Int] = []
        for (place, number) in numbers.enumerated() {
            let before = (0..<place).filter { numbers[$0] < number }.map { lengths[$0] }
            lengths.append(1 + (before.max() ?? 0))
        }
        return lengths.max() ?? 0
    }
}
