import Testing

@testable import ViewTree

@Suite("A tree that a host follows")
struct FollowedTreeTests {
    private static let first = SampleTrees.list(["a"])
    private static let second = SampleTrees.list(["a", "b"])

    /// A tree that has one update in it.
    private static func begun(at number: Int = 4) -> FollowedTree {
        var followed = FollowedTree()
        #expect(followed.take(ViewUpdate(number: number, whole: first)) == nil)
        return followed
    }

    private static func update(_ number: Int) -> ViewUpdate {
        ViewUpdate(number: number, changes: first.changes(to: second))
    }

    @Test("begins with a whole tree, and asks for it where something else comes first")
    func begins() {
        var followed = FollowedTree()
        #expect(followed.tree == nil && followed.request == .missed(after: nil))
        #expect(followed.take(Self.update(5)) == .missed(after: nil))
        #expect(followed.tree == nil && followed.error == .missed(expected: nil, got: 5))
        #expect(followed.take(ViewUpdate(number: 5, whole: Self.second)) == nil)
        #expect(followed.tree == Self.second && followed.number == 5 && followed.error == nil)
    }

    @Test("takes each update in its order once")
    func takesNext() {
        var followed = Self.begun()
        #expect(followed.take(Self.update(5)) == nil)
        #expect(followed.tree == Self.second && followed.number == 5)
        #expect(followed.take(Self.update(5)) == nil && followed.take(Self.update(4)) == nil)
        #expect(followed.tree == Self.second && followed.error == nil)
    }

    @Test("says which update is missing, keeps what it had, and goes on with the whole tree")
    func misses() {
        var followed = Self.begun()
        #expect(followed.take(Self.update(6)) == .missed(after: 4))
        #expect(followed.tree == Self.first)
        #expect(followed.error == .missed(expected: 5, got: 6))
        #expect(
            followed.error?.description
                == "update 6 came where 5 was expected; ask for the whole tree"
        )
        #expect(followed.take(ViewUpdate(number: 6, whole: Self.second)) == nil)
        #expect(followed.tree == Self.second && followed.error == nil)
        #expect(followed.take(ViewUpdate(number: 7, changes: [.remove("list/a")])) == nil)
        #expect(followed.tree == SampleTrees.list(["b"]))
    }

    @Test("takes the update that was missing, if it comes late, and still misses the next")
    func comesLate() {
        var followed = Self.begun()
        #expect(followed.take(Self.update(6)) != nil)
        #expect(followed.take(Self.update(5)) == nil)
        #expect(followed.tree == Self.second && followed.error == .missed(expected: 6, got: 6))
        #expect(followed.take(ViewUpdate(number: 6, changes: [.remove("list/b")])) == nil)
        #expect(followed.tree == Self.first && followed.error == nil)
    }

    @Test("asks again at the second, the fourth and the eighth update that does not fit")
    func asksAgain() {
        var followed = Self.begun()
        let asked = (6...22).filter { followed.take(Self.update($0)) != nil }
        #expect(asked == [6, 7, 9, 13, 21])
    }

    @Test("asks for the whole tree where the next update does not fit it")
    func doesNotFit() {
        var followed = Self.begun()
        let foreign = ViewUpdate(number: 5, changes: [.remove("list/z")])
        #expect(followed.take(foreign) == .missed(after: nil))
        #expect(followed.error == .missing("list/z") && followed.number == 4)
    }

    @Test("takes no tree that is too deep, and no number behind the last one")
    func hostile() {
        var followed = Self.begun(at: .max)
        #expect(followed.take(ViewUpdate(number: .min, changes: [.remove("list/a")])) == nil)
        let deep = ViewUpdate(number: 1, whole: SampleTrees.chain(levels: 201))
        #expect(followed.take(deep) == .missed(after: nil))
        #expect(followed.tree == Self.first && followed.error == .tooDeep(levels: 201))
    }

    @Test(
        "is that of the controller at the end, whatever was lost, came twice or was asked in vain",
        arguments: 1...200
    )
    func random(seed: UInt64) throws {
        var trees = RandomTrees(seed: seed, naming: seed % 2 == 0 ? .paths : .words)
        var sent = (tree: trees.tree(), number: 0)
        var followed = FollowedTree()
        func answer(_ request: ViewEvent?) -> ViewUpdate? {
            guard case .missed(let number) = request, number != sent.number else { return nil }
            return ViewUpdate(number: sent.number, whole: sent.tree)
        }
        for _ in 0..<30 {
            let next = trees.edited(sent.tree)
            let update = ViewUpdate(number: sent.number + 1, changes: sent.tree.changes(to: next))
            sent = (next, sent.number + 1)
            if trees.numbers.oneIn(3) { continue }
            let read = try JSONText.read(ViewUpdate.self, JSONText.of(update))
            for _ in 0...(trees.numbers.oneIn(5) ? 1 : 0) {
                guard let whole = answer(followed.take(read)), !trees.numbers.oneIn(3) else {
                    continue
                }
                #expect(followed.take(whole) == nil)
            }
            if followed.error == nil, let number = followed.number {
                #expect(number < sent.number || followed.tree == sent.tree)
            }
        }
        if let whole = answer(followed.request) { #expect(followed.take(whole) == nil) }
        #expect(followed.tree == sent.tree && followed.number == sent.number)
    }
}
