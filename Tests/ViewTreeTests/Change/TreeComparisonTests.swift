import Testing

@testable import ViewTree

@Suite("The changes from one tree to the next")
struct TreeComparisonTests {
    private typealias Trees = SampleTrees

    @Test("are none between equal trees, identical or not")
    func none() {
        let form = Trees.form(rows: 5)
        #expect(form.changes(to: form) == [])
        #expect(form.changes(to: Trees.form(rows: 5)) == [])
    }

    @Test("replace the face of an element without its children")
    func face() {
        let old = Trees.form(rows: 3)
        let face = ViewNode.Face(.group(GroupContent(.table)))
        let table = ViewNode("screen/table", face, children: old.children[1].children)
        let new = old.with(children: [old.children[0], table])
        #expect(old.changes(to: new) == [.replaceFace("screen/table", face)])
    }

    @Test(
        "of siblings are removals first, then moves and insertions in order",
        arguments: [
            (["a", "b"], ["a", "b", "c"], ["c behind b"]),
            (["b", "c"], ["a", "b", "c"], ["a first"]),
            (["a", "b", "c"], ["a", "c"], ["b gone"]),
            (["a", "b", "c"], [], ["a gone", "b gone", "c gone"]),
            ([], ["a", "b"], ["a first", "b behind a"]),
            (["a", "b", "c", "d"], ["d", "a", "b", "c"], ["d moves first"]),
            (["a", "b", "c", "d"], ["b", "c", "d", "a"], ["a moves behind d"]),
            (
                ["a", "b", "c"], ["x", "c", "y", "a"],
                ["b gone", "x first", "c moves behind x", "y behind c"]
            ),
            (["a", "b"], ["c", "d"], ["a gone", "b gone", "c first", "d behind c"]),
        ]
    )
    func siblings(old: [String], new: [String], told: [String]) throws {
        let changes = Trees.list(old).changes(to: Trees.list(new))
        #expect(changes.map(Self.told) == told)
        #expect(try Trees.list(old).applying(changes) == Trees.list(new))
    }

    @Test("remove and then insert an element that has a new parent")
    func otherParent() throws {
        let moved = Trees.group("x", [Trees.label("y")])
        let old = Trees.group("root", [Trees.group("a", []), Trees.group("b", [moved])])
        let new = Trees.group("root", [Trees.group("a", [moved]), Trees.group("b", [])])
        #expect(old.changes(to: new) == [.remove("x"), .insert(moved, into: "a", behind: nil)])
        #expect(try old.applying(old.changes(to: new)) == new)
    }

    @Test("can swap a parent and its child")
    func insideOut() throws {
        let old = Trees.group("root", [Trees.group("a", [Trees.group("b", [])])])
        let new = Trees.group("root", [Trees.group("b", [Trees.group("a", [])])])
        #expect(try old.applying(old.changes(to: new)) == new)
    }

    @Test("replace a root with another name")
    func root() {
        let old = Trees.list(["a"], in: "one")
        let new = Trees.list(["a"], in: "two")
        #expect(old.changes(to: new) == [.replaceRoot(new)])
    }

    @Test("visit only the changed element and its ancestors among 200 sections")
    func proportion() {
        let old = Trees.form(rows: 200)
        var sections = old.children[1].children
        sections[120] = Trees.row(120, isSelected: true)
        let new = old.with(children: [old.children[0], old.children[1].with(children: sections)])
        let comparison = TreeComparison(from: old, to: new)
        // The screen, the table, the section and the cell.
        #expect(comparison.opened == 4)
        let cell = sections[120].children[0]
        #expect(comparison.changes == [.replaceFace(cell.id, cell.face)])
        #expect(old.changes(to: new) == comparison.changes)
    }

    @Test("visit no identical elements among insertions, removals and moves")
    func proportionOfMoves() {
        let old = Trees.form(rows: 200)
        var sections = old.children[1].children
        sections.swapAt(20, 180)
        sections.remove(at: 100)
        sections.insert(Trees.row(500), at: 60)
        let new = old.with(children: [old.children[0], old.children[1].with(children: sections)])
        let comparison = TreeComparison(from: old, to: new)
        #expect(comparison.opened == 2)
        #expect(comparison.changes.count == 4)
    }

    private static func told(_ change: ViewChange) -> String {
        func place(_ sibling: ViewID?) -> String {
            sibling.map { "behind \($0.names[1])" } ?? "first"
        }
        return switch change {
        case .replaceFace(let id, _): "\(id.names[1]) otherwise"
        case .insert(let node, _, let sibling): "\(node.id.names[1]) \(place(sibling))"
        case .remove(let id): "\(id.names[1]) gone"
        case .move(let id, let sibling): "\(id.names[1]) moves \(place(sibling))"
        case .replaceRoot: "all"
        }
    }
}
