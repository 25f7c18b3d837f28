import Testing

@testable import ViewTree

@Suite("The names in a tree")
struct UniqueNameTests {
    private typealias Trees = SampleTrees

    @Test("are unique without a search if they are paths with different siblings")
    func paths() {
        #expect(Trees.form(rows: 20).isNamedByPaths)
        #expect(Trees.form(rows: 20).duplicateID == nil)
        #expect(!Trees.group("a", [Trees.label("b")]).isNamedByPaths)
        #expect(!Trees.group("a", [Trees.group("a/b", [Trees.label("a/c")])]).isNamedByPaths)
        #expect(Trees.group("a", [Trees.label("b")]).duplicateID == nil)
    }

    @Test(
        "are reported if two siblings share one",
        arguments: [2, 8, 9, 50]
    )
    func siblings(count: Int) {
        var names = (1..<count).map { "\($0)" }
        names.append("1")
        #expect(Trees.list(names).duplicateID == "list/1")
    }

    @Test("are reported if distant elements share one")
    func farApart() {
        let far = Trees.group(
            "root",
            [Trees.group("a", [Trees.label("x")]), Trees.group("b", [Trees.label("x")])]
        )
        #expect(far.duplicateID == "x")
        #expect(Trees.group("a", [Trees.group("b", [Trees.label("a")])]).duplicateID == "a")
    }

    @Test("are reported in random trees exactly if there are duplicates", arguments: 1...40)
    func random(seed: UInt64) {
        for naming in Naming.allCases {
            var trees = RandomTrees(seed: seed, naming: naming)
            let tree = trees.edited(trees.tree())
            var ids: [ViewID] = []
            tree.forEach { ids.append($0.id) }
            #expect((tree.duplicateID == nil) == (Set(ids).count == ids.count))
            if naming == .paths { #expect(tree.isNamedByPaths) }
        }
    }
}
