// The fewest moves that reorder siblings, compared with an exhaustive search.

import Testing

@testable import ViewTree

@Suite("The moves among siblings")
struct FewestMovesTests {
    @Test("are as few as possible for every order of up to six", arguments: 1...6)
    func fewest(count: Int) throws {
        let start = Array(0..<count)
        let old = Self.tree(start)
        let moves = Self.fewestMoves(of: count)
        #expect(moves.count == (1...count).reduce(1, *))
        for (order, fewest) in moves {
            let new = Self.tree(order)
            let changes = old.changes(to: new)
            #expect(changes.count == fewest, "\(order)")
            #expect(try old.applying(changes) == new)
        }
    }

    @Test("are as few as possible among insertions and removals", arguments: 1...60)
    func amongOthers(seed: UInt64) throws {
        var numbers = RandomNumbers(seed: seed)
        let before = Array((0..<8).shuffled(using: &numbers).prefix(6))
        let after = Array((0..<8).shuffled(using: &numbers).prefix(6))
        let kept = after.filter(before.contains)
        // The kept elements, numbered by their earlier positions, are a permutation.
        let order = kept.map {
            kept.sorted { Self.place($0, before) < Self.place($1, before) }.firstIndex(of: $0) ?? 0
        }
        let fewest = try #require(Self.fewestMoves(of: kept.count)[order])
        let changes = Self.tree(before).changes(to: Self.tree(after))
        let comingAndGoing = before.count - kept.count + after.count - kept.count
        #expect(changes.count == fewest + comingAndGoing)
        #expect(try Self.tree(before).applying(changes) == Self.tree(after))
    }

    @Test("are one less than the count when thousands are reversed")
    func turnedRound() throws {
        let old = Self.tree(Array(0..<3000))
        let new = Self.tree(Array((0..<3000).reversed()))
        let changes = old.changes(to: new)
        #expect(changes.count == 2999)
        #expect(try old.applying(changes) == new)
    }

    @Test("do not touch the longest increasing subsequence", arguments: 1...50)
    func longestRise(seed: UInt64) {
        var numbers = RandomNumbers(seed: seed)
        let order = Array(0..<12).shuffled(using: &numbers)
        let rise = LongestRise.places(in: order)
        #expect(rise == rise.sorted())
        #expect(rise.map { order[$0] } == rise.map { order[$0] }.sorted())
        let longest = (0..<(1 << 12)).lazy.map { chosen in
            let part = order.indices.filter { chosen >> $0 & 1 == 1 }.map { order[$0] }
            return part == part.sorted() ? part.count : 0
        }.max()
        #expect(rise.count == longest)
    }

    private static func tree(_ order: [Int]) -> ViewNode {
        SampleTrees.list(order.map { "\($0)" })
    }

    private static func place(_ number: Int, _ order: [Int]) -> Int {
        order.firstIndex(of: number) ?? order.count
    }

    /// The fewest moves to each order from the sorted one, by exhaustive search.
    private static func fewestMoves(of count: Int) -> [[Int]: Int] {
        let start = Array(0..<count)
        var found = [start: 0]
        var waiting = [start][...]
        while let order = waiting.popFirst(), let moves = found[order] {
            for from in 0..<count {
                for to in 0..<count {
                    var next = order
                    next.insert(next.remove(at: from), at: to)
                    guard found[next] == nil else { continue }
                    found[next] = moves + 1
                    waiting.append(next)
                }
            }
        }
        return found
    }
}
