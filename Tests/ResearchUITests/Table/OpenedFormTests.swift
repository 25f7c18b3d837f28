// Questions that are forms of their own, opened from a row.

import FoundationEssentials
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

private let drug =
    #"{"identifier":"drug","type":"detail","prompt":"Drug","promptDetail":"The last one","#
    + #""optional":true,"inputFields":[{"identifier":"name","type":"string","prompt":"Name"},"#
    + #"{"identifier":"dose","type":"integer","prompt":"Dose","optional":true},"#
    + #"{"identifier":"since","type":"dateOnly","optional":true}]}"#

@Suite("A question that is a form of its own")
@MainActor
struct OpenedFormTests {
    private func shown(_ fields: String...) throws -> TableRig {
        let rig = try TableRig(fields)
        rig.controller.appear()
        return rig
    }

    private func inner(_ rig: TableRig) throws -> RSDTableStepViewController {
        try #require(rig.controller.presentedViewController as? RSDTableStepViewController)
    }

    @Test("is opened on top of the screen by its row, and its answers are one answer")
    func opens() throws {
        let rig = try shown(drug)
        let row = CellContent(title: "Drug", detail: "The last one", isRequired: true)
        #expect(try rig.cell("drug") == row)
        #expect(rig.node("drug", "field") == nil)
        try rig.tap("drug")
        let form = try inner(rig)
        #expect(form.step.identifier == "drug" && form.uiStep?.title == "Drug")
        #expect(!form.isForwardEnabled)
        try rig.enter("Levodopa", in: "name")
        try rig.enter("100", in: "dose")
        #expect(rig.controller.receive(.entered(try rig.id("since", "picker"), "2020-01-31")))
        #expect(rig.answers.isEmpty)
        let next = try rig.id("top-0", "drug", "table", "footer", "goForward")
        #expect(rig.controller.receive(.tapped(next)))
        #expect(rig.controller.presentedViewController == nil)
        #expect(rig.controller.openedForm == nil)
        #expect(
            rig.answers["drug"]
                == .codable(
                    .object([
                        "name": "Levodopa", "dose": .integer(100), "since": "2020-01-31",
                    ])
                )
        )
        #expect(try rig.cell("drug").detail == "Levodopa, 100, 2020-01-31")
        // Opened again, it is answered as it was.
        try rig.tap("drug")
        #expect(try rig.field("name").text == "Levodopa")
        #expect(try rig.picker("since").text == "2020-01-31")
    }

    @Test("leaves the answer alone when it is cancelled or closed")
    func cancels() throws {
        let rig = try shown(drug)
        for event in ["cancel", "close"] {
            try rig.tap("drug")
            try rig.enter("x", in: "name")
            if event == "cancel" {
                try inner(rig).cancel()
            } else {
                #expect(rig.controller.receive(.closed("screen/top-0")))
            }
            #expect(rig.controller.presentedViewController == nil)
            #expect(rig.answers.isEmpty)
        }
    }

    @Test("of one kind of value is answered by the first answer that it has")
    func oneValue() throws {
        let rig = try shown(
            #"{"identifier":"count","type":"detail.integer","inputFields":["#
                + #"{"identifier":"a","type":"integer"}]}"#
        )
        try rig.tap("count")
        try rig.enter("7", in: "a")
        try inner(rig).goForward()
        #expect(rig.answers == ["count": .integer(7)])
        #expect(try rig.cell("count").detail == "7")
    }

    @Test("stays open where its answer is refused, and can be fixed")
    func refused() throws {
        let rig = try shown(
            #"{"identifier":"count","type":"detail.integer","range":{"maximumValue":5},"#
                + #""inputFields":[{"identifier":"a","type":"integer"}]}"#
        )
        try rig.tap("count")
        try rig.enter("7", in: "a")
        try inner(rig).goForward()
        #expect(rig.alert?.message == "The answer must be at most 5.")
        #expect(rig.answers.isEmpty)
        rig.close()
        try rig.enter("5", in: "a")
        try inner(rig).goForward()
        #expect(rig.controller.presentedViewController == nil)
        #expect(rig.answers == ["count": .integer(5)])
    }

    @Test("without questions is typed")
    func typed() throws {
        let rig = try shown(#"{"identifier":"free","type":"detail.string"}"#)
        try rig.answer("free", "as I like")
        #expect(rig.answers == ["free": .string("as I like")])
    }

    @Test("is opened once, however often its row is tapped")
    func opensOnce() throws {
        let rig = try shown(drug)
        let row = try rig.id("drug")
        for _ in 0..<3 { rig.controller.receive(.tapped(row)) }
        // An app can open it as well, past what lies on top.
        let place = IndexPath(row: 0, section: 0)
        let form = try inner(rig)
        rig.controller.tableView(rig.controller.tableView, didSelectRowAt: place)
        rig.controller.openForm(at: place)
        #expect(rig.controller.controllersOnTop.map { $0 === form } == [true])
        try rig.enter("Levodopa", in: "name")
        try rig.enter("100", in: "dose")
        try inner(rig).goForward()
        #expect(rig.controller.controllersOnTop.isEmpty)
        // Closed by a host, it can be opened again.
        try rig.tap("drug")
        #expect(rig.controller.receive(.closed("screen/top-0")))
        try rig.tap("drug")
        #expect(try rig.field("name").text == "Levodopa")
    }

    @Test("answers its question, whatever has been answered or asked meanwhile")
    func changedMeanwhile() throws {
        let count =
            #"{"identifier":"count","type":"detail.integer","inputFields":["#
            + #"{"identifier":"a","type":"integer"}]}"#
        let age = #"{"identifier":"age","type":"integer","optional":true}"#
        let rig = try shown(count, age)
        let place = IndexPath(row: 0, section: 0)
        try rig.tap("count")
        try rig.enter("7", in: "a")
        #expect(rig.controller.saveAnswer(newValue: 3, at: place))
        #expect(rig.controller.saveAnswer(newValue: 61, at: IndexPath(row: 1, section: 0)))
        try inner(rig).goForward()
        #expect(rig.answers == ["count": .integer(7), "age": .integer(61)])
        // The question stands elsewhere now.
        func ask(_ fields: String...) throws {
            rig.controller.tableData = RSDFormStepDataSource(
                step: try TableRig.form(fields),
                parent: rig.level,
                locale: AnswerLocale(offset: .utc)
            )
        }
        try rig.tap("count")
        try rig.enter("8", in: "a")
        try ask(age, count)
        try inner(rig).goForward()
        #expect(rig.answers == ["count": .integer(8), "age": .integer(61)])
        // Nobody asks it any more.
        try rig.tap("count")
        try rig.enter("9", in: "a")
        try ask(age)
        try inner(rig).goForward()
        #expect(rig.controller.controllersOnTop.isEmpty)
        #expect(rig.answers == ["count": .integer(8), "age": .integer(61)])
    }

    @Test("lets the services and words of the host hold in it, too")
    func surroundings() throws {
        let rig = try TableRig([drug])
        rig.host.words = StepWords(language: Language("de"))
        rig.controller.appear()
        try rig.tap("drug")
        try inner(rig).playSound(.tink)
        #expect(rig.rig.log.calls == [.play("Tink")])
        #expect(try inner(rig).nextButton?.title == "Fertig")
    }
}
