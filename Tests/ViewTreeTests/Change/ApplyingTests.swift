import Testing
import ViewTree

@Suite("Applying changes to a tree")
struct ApplyingTests {
    private typealias Trees = SampleTrees

    private let tree = SampleTrees.group(
        "root",
        [
            SampleTrees.list(["a", "b", "c"], in: "root/one"), SampleTrees.list([], in: "root/two"),
        ]
    )

    @Test("shares every element that did not change")
    func shares() throws {
        let form = Trees.form(rows: 200)
        let face = ViewNode.Face(.cell(CellContent(title: "New")))
        let changed = try form.applying([.replaceFace("screen/table/section7/cell", face)])
        let old = form.children[1].children
        let new = changed.children[1].children
        for (old, new) in zip(old, new) {
            #expect(old.isIdentical(to: new) == (old.id != "screen/table/section7"))
        }
        #expect(changed.children[0].isIdentical(to: form.children[0]))
        #expect(new[7].children[0].face == face)
    }

    @Test("gives the very same tree where a change changes nothing")
    func changesNothing() throws {
        let id: ViewID = "root/one/b"
        let face = try #require(tree.node(id)).face
        let changes: [ViewChange] = [.replaceFace(id, face), .move(id, behind: "root/one/a")]
        #expect(try tree.applying(changes).isIdentical(to: tree))
        #expect(try tree.applying([]).isIdentical(to: tree))
    }

    @Test("lets a change name what one before it has inserted")
    func namesNew() throws {
        let changed = try tree.applying([
            .insert(Trees.group("root/two/x", []), into: "root/two", behind: nil),
            .insert(Trees.label("root/two/x/y"), into: "root/two/x", behind: nil),
            .insert(Trees.label("root/two/x/z"), into: "root/two/x", behind: "root/two/x/y"),
            .move("root/two/x/z", behind: nil),
            .replaceFace("root/two/x", ViewNode.Face(.section(SectionContent(title: "x")))),
        ])
        let inserted = try #require(changed.node("root/two/x"))
        #expect(inserted.children.map(\.id) == ["root/two/x/z", "root/two/x/y"])
        #expect(inserted.content == .section(SectionContent(title: "x")))
    }

    @Test("goes on with a root that has replaced the old one")
    func goesOn() throws {
        let other = Trees.list(["x"], in: "other")
        let changed = try tree.applying([
            .remove("root/one"), .replaceRoot(other), .remove("other/x"),
        ])
        #expect(changed == Trees.list([], in: "other"))
    }

    @Test(
        "says which name does not fit",
        arguments: [
            (ViewChange.remove("root/x"), ViewChangeError.missing("root/x")),
            (.replaceFace("x", SampleTrees.label("x").face), .missing("x")),
            (.move("x", behind: nil), .missing("x")),
            (
                .insert(SampleTrees.label("x"), into: "root/three", behind: nil),
                .missing("root/three")
            ),
            (
                .insert(SampleTrees.label("x"), into: "root/one", behind: "root/one/d"),
                .noSibling("root/one/d", in: "root/one")
            ),
            (
                .insert(SampleTrees.label("x"), into: "root/two", behind: "root/one/a"),
                .noSibling("root/one/a", in: "root/two")
            ),
            (
                .move("root/one/a", behind: "root/two"),
                .noSibling("root/two", in: "root/one")
            ),
            (
                .move("root/one/a", behind: "root/one/a"),
                .noSibling("root/one/a", in: "root/one")
            ),
            (.remove("root"), .root("root")),
            (.move("root", behind: nil), .root("root")),
            (
                .insert(SampleTrees.label("root/one/a"), into: "root/two", behind: nil),
                .duplicate("root/one/a")
            ),
            (
                .insert(SampleTrees.list(["x", "x"], in: "new"), into: "root/two", behind: nil),
                .duplicate("new/x")
            ),
        ]
    )
    func errors(change: ViewChange, error: ViewChangeError) {
        #expect(throws: error) { try tree.applying([change]) }
        #expect(throws: error) { try tree.applying([.remove("root/one/c"), change]) }
    }

    @Test("does not find what is gone, nor what was in it, and takes its names again")
    func gone() throws {
        #expect(throws: ViewChangeError.missing("root/one/a")) {
            try tree.applying([.remove("root/one"), .remove("root/one/a")])
        }
        let one = tree.children[0]
        let changed = try tree.applying([
            .remove("root/one"), .insert(one, into: "root", behind: "root/two"),
        ])
        #expect(changed.children.map(\.id) == ["root/two", "root/one"])
        #expect(changed.children[1].isIdentical(to: one))
    }

    @Test(
        "tells what is wrong in words that have the name",
        arguments: [
            ViewChangeError.missing("some/name"), .noSibling("some/name", in: "some"),
            .root("some/name"), .duplicate("some/name"),
        ]
    )
    func words(error: ViewChangeError) {
        #expect("\(error)".contains("'some/name'"))
    }
}
