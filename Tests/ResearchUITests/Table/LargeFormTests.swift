import FoundationEssentials
import Research
import Testing
import ViewTree

@testable import ResearchUI

@Suite("A form of two hundred rows")
@MainActor
struct LargeFormTests {
    /// Fifty questions of each of four kinds, a row each.
    private func shown() throws -> TableRig {
        let kinds = [
            #""type":"integer""#, #""type":"boolean","uiHint":"checkbox""#,
            #""type":"height","range":{"stepInterval":1}"#, #""type":"dateOnly""#,
        ]
        let rig = try TableRig(
            (0..<200).map { index in
                #"{"identifier":"q\#(index)","prompt":"Question \#(index)","#
                    + #""optional":\#(index != 42),\#(kinds[index % 4])}"#
            }
        )
        rig.controller.appear()
        // The keys go to the first field at the beginning.
        rig.controller.giveUpKeys(quietly: true)
        return rig
    }

    /// The elements that a host is told of, when something is done.
    private func changed(_ rig: TableRig, _ deed: () throws -> Void) rethrows -> [String] {
        let before = rig.screen
        try deed()
        return before.changes(to: rig.screen).map { change in
            switch change {
            case .replaceFace(let id, _): id.path
            case .insert(let node, _, _): "insert \(node.id)"
            case .remove(let id): "remove \(id)"
            case .move(let id, _): "move \(id)"
            case .replaceRoot: "all"
            }
        }
    }

    /// The section that holds a row, of which a measurement may begin one.
    private func path(_ rig: TableRig, _ names: String...) throws -> String {
        try rig.id(names[0]).path + names.dropFirst().map { "/\($0)" }.joined()
    }

    @Test("tells of the cell of the answer alone")
    func tellsOfOneCell() throws {
        let rig = try shown()
        #expect(rig.controller.tableView.cells.count == 200)
        #expect(try changed(rig) { try rig.answer("q100", "7") } == [path(rig, "q100", "field")])
        #expect(try changed(rig) { try rig.tap("q101") } == [path(rig, "q101")])
        #expect(try changed(rig) { try rig.pick("q102", 99) } == [path(rig, "q102", "picker")])
        let date = try rig.id("q103", "picker")
        #expect(
            changed(rig) { rig.controller.receive(.entered(date, "2020-02-29")) } == [date.path]
        )
    }

    @Test("tells of Next besides, when the answer is the one that was missing")
    func tellsOfNext() throws {
        let rig = try shown()
        #expect(!rig.isNextEnabled)
        let found = try changed(rig) { try rig.pick("q42", 99) }
        #expect(
            try Set(found) == [path(rig, "q42", "picker"), rig.id("footer", "goForward").path]
        )
        #expect(found.count == 2)
    }

    @Test("keeps every other cell as it is, without a look inside")
    func keepsOthers() throws {
        let rig = try shown()
        func cells() -> [ViewNode] {
            var cells: [ViewNode] = []
            rig.screen.forEach { if case .cell = $0.content { cells.append($0) } }
            return cells
        }
        let before = cells()
        try rig.tap("q101")
        let after = cells()
        let changed = zip(before, after).filter { !$0.isIdentical(to: $1) }.map(\.0.id)
        #expect(try changed == [rig.id("q101")])
        #expect(after.count == 200)
    }

    @Test("tells of a choice and of the one that it takes the place of, and of no other")
    func choices() throws {
        let choices = (0..<200).map { "\"choice \($0)\"" }.joined(separator: ",")
        let rig = try TableRig([
            #"{"identifier":"a","type":"singleChoice","choices":[\#(choices)],"optional":true}"#
        ])
        rig.controller.appear()
        #expect(try changed(rig) { try rig.tap("a[7]") } == [path(rig, "a[7]")])
        #expect(
            try Set(changed(rig) { try rig.tap("a[150]") })
                == [path(rig, "a[7]"), path(rig, "a[150]")]
        )
    }

    @Test("tells of the message and of the row that it is about, when something is no answer")
    func message() throws {
        let rig = try shown()
        let found = try changed(rig) { try rig.answer("q100", "many") }
        #expect(
            try Set(found)
                == [path(rig, "q100"), path(rig, "q100", "field"), "insert screen/top-0"]
        )
    }
}
