// The members of the table controller for choosing and picking answers, and for going on.

import Foundation
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

private let age =
    #"{"identifier":"age","type":"integer","prompt":"Age","range":{"minimumValue":18}}"#
private let name = #"{"identifier":"name","type":"string","optional":true}"#
private let city = #"{"identifier":"city","type":"string","optional":true}"#
private let sex =
    #"{"identifier":"sex","type":"singleChoice","prompt":"Sex","choices":["f","m"]}"#
private let pains =
    #"{"identifier":"pains","type":"multipleChoice","prompt":"Pains","optional":true,"#
    + #""choices":["arm","leg",{"text":"None","isExclusive":true}]}"#

@Suite("`RSDTableStepViewController`: answers")
@MainActor
struct TableAnswerMemberTests {
    private func shown(_ fields: String...) throws -> TableRig {
        let rig = try TableRig(fields)
        rig.controller.appear()
        return rig
    }

    private func place(_ row: Int, _ section: Int = 0) -> IndexPath {
        IndexPath(row: row, section: section)
    }

    // MARK: Choosing

    @Test("`tableView(_:didSelectRowAt:)` chooses a single answer, and deselects it again")
    func choosesOne() throws {
        let rig = try shown(sex)
        try rig.tap("sex[0]")
        #expect(rig.answers == ["sex": .string("f")])
        try rig.tap("sex[1]")
        #expect(rig.answers == ["sex": .string("m")])
        #expect(try !rig.cell("sex[0]").isSelected && rig.cell("sex[1]").isSelected)
        try rig.tap("sex[1]")
        #expect(rig.answers.isEmpty)
        #expect(try !rig.cell("sex[1]").isSelected)
    }

    @Test("`tableView(_:didSelectRowAt:)` combines choices, but none with an exclusive one")
    func choosesSeveral() throws {
        let rig = try shown(pains)
        #expect(
            try ["pains[0]", "pains[1]", "pains[2]"].map { try rig.cell($0).choice }
                == [.multiple, .multiple, .exclusive]
        )
        try rig.tap("pains[0]")
        try rig.tap("pains[1]")
        #expect(rig.answers == ["pains": .array([.string("arm"), .string("leg")])])
        try rig.tap("pains[2]")
        #expect(rig.answers == ["pains": .array([])])
        #expect(try !rig.cell("pains[0]").isSelected && rig.cell("pains[2]").isSelected)
    }

    @Test("`tableView(_:didSelectRowAt:)` ticks a box, and focuses the field of a row")
    func ticks() throws {
        let agree = #"{"identifier":"agree","type":"boolean","uiHint":"checkbox","prompt":"Agree"}"#
        let rig = try shown(agree, age, name)
        let box = CellContent(title: "Agree", choice: .box, isRequired: true)
        #expect(try rig.cell("agree") == box)
        try rig.tap("agree")
        #expect(rig.answers == ["agree": .boolean(true)])
        try rig.tap("agree")
        #expect(rig.answers == ["agree": .boolean(false)])
        try rig.tap("name")
        #expect(rig.focus == "name")
        rig.controller.tableView(rig.controller.tableView, didSelectRowAt: place(7, 7))
        #expect(rig.focus == "name")
    }

    @Test("`tableView(_:didSelectRowAt:)` and `pickerValueChanged(_:)` end editing in a text field")
    func endsEntering() throws {
        let day = #"{"identifier":"day","type":"dateOnly"}"#
        let drug =
            #"{"identifier":"drug","type":"detail","inputFields":["#
            + #"{"identifier":"dose","type":"integer"}]}"#
        let rig = try shown(age, sex, day, drug)
        try rig.enter("61", in: "age")
        try rig.tap("sex[0]")
        #expect(rig.focus == nil)
        #expect(rig.answers == ["age": .integer(61), "sex": .string("f")])
        try rig.enter("62", in: "age")
        #expect(rig.controller.receive(.entered(try rig.id("day", "picker"), "1990-05-12")))
        #expect(rig.focus == nil && rig.answers["age"] == .integer(62))
        try rig.enter("63", in: "age")
        try rig.tap("drug")
        #expect(rig.focus == nil && rig.answers["age"] == .integer(63))
    }

    @Test("`pickerValueChanged(_:)` saves and shows the picked value")
    func picked() throws {
        let date = #"{"identifier":"day","type":"dateOnly","optional":true}"#
        let pressure = #"{"identifier":"bp","type":"bloodPressure"}"#
        let rig = try shown(date, pressure)
        let id = try rig.id("day", "picker")
        #expect(rig.controller.receive(.entered(id, "1990-05-12")))
        #expect(rig.answers == ["day": .date(Date(timeIntervalSince1970: 642_470_400))])
        #expect(try rig.picker("day").text == "1990-05-12")
        #expect(rig.controller.receive(.entered(id, "")))
        #expect(rig.answers.isEmpty)
        // One of two columns is no answer yet.
        try rig.pick("bp", 70, nil)
        #expect(rig.answers.isEmpty)
        try rig.pick("bp", 70, 60)
        #expect(rig.answers == ["bp": .string("120/80")])
        #expect(try rig.picker("bp").text == "120/80")
        #expect(rig.isNextEnabled)
        try rig.pick("bp", nil, 60)
        #expect(rig.answers.isEmpty)
        #expect(try rig.picker("bp").selected == [nil, 60])
        #expect(!rig.isNextEnabled)
        // Other senders, and pickers that are in no row, change nothing.
        rig.controller.pickerValueChanged("nobody")
        let stray = RSDDatePickerDataSource(mode: .date, dateFormat: "yyyy")
        rig.controller.pickerValueChanged(UIDatePicker(stray) { _ in "" })
        #expect(rig.answers.isEmpty)
    }

    @Test("`pickerValueChanged(_:)` reports an invalid value, and shows the earlier answer again")
    func refusesPicked() throws {
        let rig = try shown(
            #"{"identifier":"day","type":"dateOnly","range":{"maximumDate":"2000-01-01"}}"#
        )
        let id = try rig.id("day", "picker")
        rig.controller.receive(.entered(id, "1990-05-12"))
        rig.controller.receive(.entered(id, "2020-01-01"))
        #expect(rig.alert?.title == "The date is too late")
        #expect(try rig.cell("day").error == "The date must be 2000-01-01 or earlier.")
        #expect(try rig.picker("day").text == "1990-05-12")
        #expect(rig.answers == ["day": .date(Date(timeIntervalSince1970: 642_470_400))])
    }

    // MARK: Saving

    @Test("`saveAnswer(newValue:at:)` accepts answers of several types, and shows them")
    func saveAnswer() throws {
        let rig = try shown(age, name, pains)
        let controller = rig.controller
        func shownText(_ answer: AnswerValue) -> String {
            if case .integer(let number) = answer { "\(number)" } else { "none" }
        }
        let values: [(Any, AnswerValue?)] = [
            (61, .integer(61)), (62.0, .integer(62)), ("63", .integer(63)),
            (AnswerValue.integer(64), .integer(64)), (AnswerInput.text("65"), .integer(65)),
            (NSNull(), nil), (FormAnswer.given(.integer(66)), .integer(66)),
            (AnswerInput.cleared, nil),
        ]
        for (value, answer) in values {
            #expect(controller.saveAnswer(newValue: value, at: place(0)))
            #expect(rig.answers["age"].flatMap { $0 } == answer)
            #expect(try rig.field("age").text == answer.map(shownText) ?? "")
        }
        #expect(controller.saveAnswer(newValue: ["arm", "leg"], at: place(0, 1)))
        #expect(rig.answers["pains"] == .array([.string("arm"), .string("leg")]))
        #expect(try rig.cell("pains[1]").isSelected)
    }

    @Test("`saveAnswer(newValue:at:)` reports an invalid value, and keeps the earlier answer")
    func refusesValue() throws {
        let rig = try shown(age)
        #expect(rig.controller.saveAnswer(newValue: 61, at: place(0)))
        for value: Any in [17, "old", true, Date(), Duration.seconds(1), ["a"], place(0)] {
            #expect(!rig.controller.saveAnswer(newValue: value, at: place(0)))
            #expect(rig.alert != nil)
            rig.close()
            #expect(rig.answers == ["age": .integer(61)])
        }
        #expect(!rig.controller.saveAnswer(newValue: 61, at: place(4, 4)))
        let unshown = try TableRig([age])
        #expect(!unshown.controller.saveAnswer(newValue: 61, at: place(0)))
    }

    @Test(
        "`showValidationError(title:message:context:at:)` shows an alert, and the error in the row"
    )
    func showValidationError() throws {
        let rig = try shown(age, name)
        let context = RSDInputFieldError.Context(
            identifier: "age",
            value: "x",
            answerType: RSDAnswerResultType(baseType: .integer),
            message: "Of the context"
        )
        func show(_ message: String?) {
            rig.controller.showValidationError(
                title: "Mind",
                message: message,
                context: context,
                at: place(0)
            )
        }
        show("A message")
        #expect(rig.alert?.title == "Mind" && rig.alert?.message == "A message")
        #expect(rig.alert?.actions.map(\.title) == ["OK"])
        #expect(try rig.cell("age").error == "A message")
        // The same error is not shown twice at once.
        show("A message")
        #expect(rig.controller.controllersOnTop.count == 1)
        rig.close()
        show(nil)
        #expect(rig.alert?.message == "Of the context")
        // The screen below the alert takes no events.
        #expect(!rig.controller.receive(.entered(try rig.id("name", "field"), "x")))
        #expect(rig.controller.receive(.tapped(try rig.id("top-0", "alert", "ok"))))
        #expect(rig.alert == nil)
    }

    @Test("`showValidationError(title:message:context:at:)` prefers the message of the task file")
    func ownWords() throws {
        let rig = try shown(
            #"{"identifier":"zip","type":"string","textFieldOptions":{"textValidator":"^\\d{5}$","#
                + #""invalidMessage":"Five digits, please."}}"#
        )
        try rig.answer("zip", "123")
        #expect(rig.alert?.title == "Invalid answer")
        #expect(rig.alert?.message == "Five digits, please.")
        let bounded = try shown(
            #"{"identifier":"age","type":"integer","range":{"minimumValue":18},"#
                + #""textFieldOptions":{"invalidMessage":"Grown up?"}}"#
        )
        try bounded.answer("age", "17")
        #expect(bounded.alert?.title == "The number is too small")
        #expect(bounded.alert?.message == "Grown up?")
        let german = try TableRig([age])
        german.host.words = StepWords(language: Language("de"))
        german.controller.appear()
        try german.answer("age", "17")
        #expect(german.alert?.message == "Der Wert muss mindestens 18 betragen.")
    }

    @Test("`answersDidChange(in:)` is called for each answer, updates Next, and tells the host")
    func answersDidChange() throws {
        let rig = try TableRig([sex, age]) { HookedTable(step: $0, parent: $1) }
        rig.controller.appear()
        let hooked = try #require(rig.controller as? HookedTable)
        hooked.calls = []
        try rig.tap("sex[0]")
        #expect(!rig.isNextEnabled)
        try rig.answer("age", "61")
        #expect(hooked.calls == ["answersDidChange(in: 0)", "answersDidChange(in: 1)"])
        #expect(rig.isNextEnabled)
        #expect(rig.host.requests == ["answers", "answers"])
        // An answer that a host gives is shown like any other.
        try rig.controller.tableData?.saveAnswer(.text("72"), toField: "age")
        #expect(try rig.field("age").text == "72")
        #expect(hooked.calls.count == 3)
    }

    // MARK: Going on

    @Test("`isForwardEnabled` is true if all required answers are there, and the run may go on")
    func isForwardEnabled() throws {
        let rig = try shown(sex, age, name)
        #expect(!rig.controller.isForwardEnabled)
        try rig.tap("sex[0]")
        #expect(!rig.controller.isForwardEnabled)
        try rig.answer("age", "61")
        #expect(rig.controller.isForwardEnabled)
        try rig.tap("sex[0]")
        #expect(!rig.controller.isForwardEnabled)

        let level = HeldLevel()
        let held = RSDTableStepViewController(step: try TableRig.form([name]), parent: level)
        held.appear()
        #expect(!held.isForwardEnabled)
        level.isHeld = false
        #expect(held.isForwardEnabled)
    }

    @Test("`goForward()` saves the text being edited, goes to the next empty field, and then on")
    func goForward() throws {
        let rig = try shown(age, name, city)
        try rig.answer("name", "Ada")
        try rig.enter("61", in: "age")
        rig.controller.goForward()
        #expect(rig.answers == ["age": .integer(61), "name": .string("Ada")])
        #expect(rig.focus == "city")
        #expect(!rig.host.requests.contains("forward"))
        rig.controller.goForward()
        #expect(rig.focus == nil)
        #expect(rig.host.requests.last == "forward")
    }

    @Test("`goForward()` stays at an invalid text, with or without the focus")
    func staysAtInvalid() throws {
        let rig = try shown(age, name)
        try rig.enter("17", in: "age")
        rig.controller.goForward()
        #expect(rig.alert != nil && rig.focus == "age")
        rig.close()
        try rig.answer("age", "61")
        // Neither the invalid text nor the earlier answer counts.
        try rig.answer("age", "16")
        #expect(rig.controller.receive(.closed("screen/top-0")))
        #expect(rig.alert == nil && rig.isNextEnabled)
        rig.controller.goForward()
        #expect(rig.alert?.message == "The answer must be at least 18.")
        #expect(!rig.host.requests.contains("forward"))
    }

    @Test("`goForward()` reports the first required question without an answer")
    func staysAtMissing() throws {
        let rig = try shown(age, sex)
        try rig.enter("61", in: "age")
        rig.controller.goForward()
        #expect(rig.alert?.title == "An answer is needed" && rig.alert?.message == "Sex")
        #expect(try rig.cell("sex[0]").error == "An answer is needed")
        #expect(!rig.isNextEnabled)
        rig.close()
        try rig.tap("sex[1]")
        #expect(try rig.cell("sex[0]").error == nil)
        rig.controller.goForward()
        #expect(rig.host.requests.last == "forward")
    }
}

/// A level of the task that disables Next until `isHeld` is false.
@MainActor
private final class HeldLevel: RSDTaskViewModel {
    var isHeld = true

    init() {
        super.init(
            task: RSDTaskObject(identifier: "held", steps: []),
            timekeeper: ManualTimekeeper()
        )
    }

    override var isForwardEnabled: Bool { !isHeld }
}
