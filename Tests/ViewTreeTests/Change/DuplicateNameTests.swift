import Testing
import ViewTree

@Suite("A tree in which two elements have one name")
struct DuplicateNameTests {
    private typealias Trees = SampleTrees

    static let doubled = SampleTrees.list(["a", "b", "a"])
    static let doubledFarApart = SampleTrees.group(
        "list",
        [
            SampleTrees.group("x", [SampleTrees.label("a")]),
            SampleTrees.group("y", [SampleTrees.label("a")]),
        ]
    )

    @Test("is replaced as a whole, and replaces as a whole", arguments: [doubled, doubledFarApart])
    func isReplaced(tree: ViewNode) throws {
        let other = Trees.list(["a", "b"])
        #expect(tree.changes(to: other) == [.replaceRoot(other)])
        #expect(other.changes(to: tree) == [.replaceRoot(tree)])
        #expect(try tree.applying(tree.changes(to: other)) == other)
        #expect(try other.applying(other.changes(to: tree)) == tree)
    }

    @Test("has no changes to its equal")
    func hasNoChanges() {
        #expect(Self.doubled.changes(to: Trees.list(["a", "b", "a"])) == [])
    }

    @Test("takes no other change, whatever that names", arguments: [doubled, doubledFarApart])
    func takesNone(tree: ViewNode) {
        let face = Trees.label("x").face
        #expect(throws: ViewChangeError.duplicate(tree.duplicateID ?? "")) {
            try tree.applying([.replaceFace("list", face)])
        }
    }
}
