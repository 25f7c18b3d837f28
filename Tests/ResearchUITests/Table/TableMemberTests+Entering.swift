// The members of the table controller for entering answers in text fields.

import Foundation
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

private let age =
    #"{"identifier":"age","type":"integer","prompt":"Age","range":{"minimumValue":18}}"#
private let name = #"{"identifier":"name","type":"string","optional":true}"#
private let sex =
    #"{"identifier":"sex","type":"singleChoice","prompt":"Sex","choices":["f","m"]}"#

@Suite("`RSDTableStepViewController`: entering")
@MainActor
struct TableEntryMemberTests {
    private func shown(_ fields: String...) throws -> TableRig {
        let rig = try TableRig(fields)
        rig.controller.appear()
        return rig
    }

    /// Presses Next, which must be enabled.
    private func pressNext(_ rig: TableRig) throws {
        rig.host.services.buttonPause = .zero
        #expect(rig.isNextEnabled)
        #expect(rig.controller.receive(.tapped(try rig.id("footer", "goForward"))))
    }

    private func place(_ row: Int, _ section: Int = 0) -> IndexPath {
        IndexPath(row: row, section: section)
    }

    @Test("`textFieldDidBeginEditing(_:)` gives the focus to the field alone")
    func didBegin() throws {
        let rig = try shown(age, name)
        #expect(rig.controller.receive(.began(try rig.id("name", "field"))))
        #expect(rig.focus == "name")
        #expect(try rig.field("name").isFocused && !rig.field("age").isFocused)
        let field = UITextField()
        rig.controller.textFieldDidBeginEditing(field)
        #expect(rig.controller.activeTextField === field)
    }

    @Test(
        "`textFieldShouldReturn(_:)` saves, and moves to the next field; the last loses the focus"
    )
    func shouldReturn() throws {
        let rig = try shown(age, sex, name)
        #expect(try rig.field("age").returnKey == .next)
        #expect(try rig.field("name").returnKey == .done)
        try rig.enter("61", in: "age")
        #expect(rig.controller.receive(.pressedReturn(try rig.id("age", "field"))))
        #expect(rig.answers == ["age": .integer(61)])
        #expect(rig.focus == "name")
        #expect(rig.controller.receive(.pressedReturn(try rig.id("name", "field"))))
        #expect(rig.focus == nil)
    }

    @Test("`textFieldShouldReturn(_:)` stays in a field with an invalid text")
    func returnStays() throws {
        let rig = try shown(age, name)
        try rig.enter("17", in: "age")
        #expect(rig.controller.receive(.pressedReturn(try rig.id("age", "field"))))
        #expect(rig.focus == "age")
        #expect(rig.alert?.message == "The answer must be at least 18.")
    }

    @Test("`textFieldDidBeginEditing(_:)` lets the user correct two invalid fields one by one")
    func twoToCorrect() throws {
        let pain = #"{"identifier":"pain","type":"decimal","prompt":"Pain"}"#
        let rig = try shown(age, pain)
        try rig.enter("abc", in: "age")
        try rig.enter("xyz", in: "pain")
        #expect(rig.alert != nil)
        rig.close()
        #expect(rig.alert == nil && rig.focus == "age")
        try rig.answer("age", "36")
        #expect(rig.answers["age"] == .integer(36))
        // The other field is still invalid, and Next reports it.
        rig.controller.goForward()
        #expect(rig.alert != nil && rig.host.requests.contains("forward") == false)
        rig.close()
        #expect(rig.focus == "pain")
    }

    @Test("`textFieldShouldReturn(_:)` begins a new line in a field of several lines")
    func newLine() throws {
        let note =
            #"{"identifier":"note","type":"string","uiHint":"multipleLine","#
            + #""textFieldOptions":{"maximumLength":4}}"#
        let rig = try shown(note)
        try rig.enter("ab", in: "note")
        let id = try rig.id("note", "field")
        for _ in 0..<3 { rig.controller.receive(.pressedReturn(id)) }
        #expect(try rig.field("note").text == "ab\n\n")
        #expect(try rig.field("note").returnKey == .newLine)
        #expect(rig.focus == "note")
    }

    @Test("`textFieldShouldReturn(_:)` begins the new line at the cursor")
    func newLineAtCursor() throws {
        let rig = try shown(#"{"identifier":"note","type":"string","uiHint":"multipleLine"}"#)
        let id = try rig.id("note", "field")
        func send(_ events: ViewEvent..., text: String) throws {
            for event in events { #expect(rig.controller.receive(event)) }
            #expect(try rig.field("note").text == text)
        }
        try send(.entered(id, "👩‍👩‍👧ab"), .pressedReturn(id), text: "👩‍👩‍👧ab\n")
        let family = "👩‍👩‍👧".utf16.count
        try send(.entered(id, "👩‍👩‍👧ab"), text: "👩‍👩‍👧ab")
        // The cursor is behind the last insertion.
        try send(.typed(id, replacing: family..<family, with: "x"), text: "👩‍👩‍👧xab")
        try send(.pressedReturn(id), .pressedReturn(id), text: "👩‍👩‍👧x\n\nab")
        // An empty replacement moves the cursor.
        try send(.typed(id, replacing: 0..<0, with: ""), .pressedReturn(id), text: "\n👩‍👩‍👧x\n\nab")
        try send(
            .typed(id, replacing: 0..<1, with: ""),
            .pressedReturn(id),
            text: "\n👩‍👩‍👧x\n\nab"
        )
        // After the app sets a text, the cursor is at its end.
        rig.controller.textFields[0].text = "c"
        try send(.pressedReturn(id), text: "c\n")
        #expect(rig.controller.receive(.ended(id)))
        #expect(rig.answers == ["note": .string("c\n")])
    }

    @Test(
        "`textField(_:shouldChangeCharactersIn:replacementString:)` enables Next as soon as the text has changed"
    )
    func enablesNext() throws {
        let rig = try shown(age, name)
        #expect(!rig.isNextEnabled)
        let id = try rig.id("age", "field")
        // The text is validated only when the user goes on.
        for (range, text, hasChanged) in [
            (0..<0, "6", true), (1..<1, "1", true), (2..<2, "x", true), (0..<3, "", false),
        ] {
            #expect(rig.controller.receive(.typed(id, replacing: range, with: text)))
            #expect(rig.isNextEnabled == hasChanged)
            #expect(rig.controller.isForwardEnabled == hasChanged)
        }
        #expect(rig.answers.isEmpty && rig.alert == nil)
        #expect(try rig.cell("age").error == nil)
    }

    @Test(
        "`textField(_:shouldChangeCharactersIn:replacementString:)` lets Next report errors",
        arguments: [
            (age, "17", "61", "The answer must be at least 18."),
            (#"{"identifier":"age","type":"year","optional":true}"#, "old", "", "Write a number."),
        ]
    )
    func nextJudges(field: String, text: String, answer: String, message: String) throws {
        let rig = try shown(field)
        try rig.enter(text, in: "age")
        for _ in 1...2 {
            // The second time, the message was closed, and the field has the focus again.
            #expect(rig.focus == "age")
            try pressNext(rig)
            #expect(rig.alert?.message == message)
            rig.close()
        }
        try rig.enter(answer, in: "age")
        try pressNext(rig)
        #expect(rig.alert == nil && rig.host.requests.last == "forward")
    }

    @Test(
        "`textField(_:shouldChangeCharactersIn:replacementString:)` lets Next find missing answers"
    )
    func nextLeads() throws {
        let weight = #"{"identifier":"weight","type":"integer"}"#
        let rig = try shown(age, weight, sex)
        try rig.enter("61", in: "age")
        try pressNext(rig)
        #expect(rig.answers == ["age": .integer(61)] && rig.focus == "weight")
        // Nothing has been entered there yet.
        #expect(!rig.isNextEnabled)
        try rig.enter("70", in: "weight")
        try pressNext(rig)
        #expect(rig.alert?.message == "Sex" && rig.answers["weight"] == .integer(70))
        rig.close()
        #expect(!rig.isNextEnabled && !rig.host.requests.contains("forward"))
        try rig.tap("sex[0]")
        try pressNext(rig)
        #expect(rig.host.requests.last == "forward")
    }

    @Test(
        "`textField(_:shouldChangeCharactersIn:replacementString:)` refuses too long texts",
        arguments: [
            ("", 0..<0, "abcd", true), ("", 0..<0, "abcde", false), ("abcd", 4..<4, "e", false),
            ("abcd", 0..<1, "e", true), ("abcd", 0..<4, "", true), ("abc", 3..<3, "👩‍👩‍👧", true),
            ("abcdef", 0..<1, "", true), ("abcdef", 0..<1, "x", false),
            // The new text has more letters but fewer bytes.
            ("äöüä", 2..<4, "abc", false), ("äöüä", 2..<4, "ab", true),
        ]
    )
    func refuses(text: String, range: Range<Int>, with: String, isAllowed: Bool) throws {
        let rig = try shown(
            #"{"identifier":"a","type":"string","textFieldOptions":{"maximumLength":4}}"#
        )
        let cell = rig.controller.tableView.cellForRow(at: place(0)) as? RSDInputTableViewCell
        cell?.textField?.text = text
        let before = rig.screen
        rig.controller.receive(.typed(try rig.id("a", "field"), replacing: range, with: with))
        #expect((try rig.field("a").text != text) == isAllowed)
        #expect(rig.screen != before)
        // The row shows the reason.
        #expect(try rig.cell("a").error == (isAllowed ? nil : "Characters at most: 4."))
    }

    @Test("`textField(_:shouldChangeCharactersIn:replacementString:)` shows errors while editing")
    func refusesUntilLeft() throws {
        let code = #"{"identifier":"a","type":"string","textFieldOptions":{"maximumLength":4}}"#
        let rig = try shown(code)
        let id = try rig.id("a", "field")
        func refuse() throws {
            #expect(rig.controller.receive(.typed(id, replacing: 4..<4, with: "e")))
            #expect(try rig.cell("a").error == "Characters at most: 4.")
        }
        // The text equals the saved answer, also after it was changed and changed back.
        try rig.answer("a", "abcd")
        try refuse()
        #expect(rig.controller.receive(.ended(id)))
        #expect(try rig.cell("a").error == nil)
        try rig.enter("abc", in: "a")
        try rig.enter("abcd", in: "a")
        try refuse()
        #expect(rig.controller.receive(.ended(id)))
        #expect(try rig.cell("a").error == nil && rig.alert == nil)
        #expect(rig.answers == ["a": .string("abcd")])
        // An error that the app has shown meanwhile stays.
        try refuse()
        rig.controller.showValidationError(title: "a", message: "b", context: nil, at: place(0))
        #expect(rig.controller.validateAndSave(textField: rig.controller.textFields[0]))
        #expect(try rig.cell("a").error == "b")
        rig.close()
        // Another error stays until the user corrects it.
        try rig.answer("a", "")
        rig.controller.goForward()
        rig.close()
        #expect(rig.controller.receive(.ended(id)))
        #expect(try rig.cell("a").error == "An answer is needed")
    }

    @Test("`textField(_:shouldChangeCharactersIn:replacementString:)` uses the file's message")
    func refusesInOwnWords() throws {
        let options = #"{"maximumLength":4,"invalidMessage":"Four letters, please."}"#
        let rig = try shown(#"{"identifier":"a","type":"string","textFieldOptions":\#(options)}"#)
        try rig.enter("abcde", in: "a")
        #expect(try rig.cell("a").error == "Four letters, please.")
    }

    @Test("`textField(_:shouldChangeCharactersIn:replacementString:)` ignores cursor moves")
    func setsCursor() throws {
        let rig = try shown(age, name)
        try rig.answer("age", "17")
        rig.close()
        let error = try #require(try rig.cell("age").error)
        let id = try rig.id("age", "field")
        #expect(rig.controller.receive(.typed(id, replacing: 1..<1, with: "")))
        #expect(try rig.cell("age").error == error)
        #expect(!rig.controller.receive(.typed(id, replacing: 3..<3, with: "")))
        // The field gets the focus all the same.
        let other = try rig.id("name", "field")
        #expect(rig.controller.receive(.typed(other, replacing: 0..<0, with: "")))
        #expect(rig.focus == "name")
    }

    @Test("`textField(_:shouldChangeCharactersIn:replacementString:)` has a default limit")
    func unbounded() throws {
        let rig = try shown(name)
        let id = try rig.id("name", "field")
        let most = FormQuestion.usualLength
        let mark = "\u{301}"
        for (text, isTaken) in [
            (String(repeating: "é", count: most), true),
            (String(repeating: "x", count: most + 1), false),
            (String(repeating: "x", count: 10_000_000), false),
            // One character of megabytes.
            ("x" + String(repeating: mark, count: 1_000_000), false),
        ] {
            #expect(rig.controller.receive(.entered(id, "")))
            #expect(rig.controller.receive(.entered(id, text)))
            #expect(try rig.field("name").text == (isTaken ? text : ""))
            #expect(try rig.cell("name").error == (isTaken ? nil : "Characters at most: \(most)."))
        }
    }

    @Test("`textField(_:shouldChangeCharactersIn:replacementString:)` limits texts with a pattern")
    func unmatchable() throws {
        let rig = try shown(
            #"{"identifier":"a","type":"string","textFieldOptions":{"textValidator":"é"}}"#
        )
        let most = String(repeating: "é", count: 2048)
        try rig.enter(most, in: "a")
        let id = try rig.id("a", "field")
        #expect(rig.controller.receive(.typed(id, replacing: 0..<0, with: "x")))
        #expect(try rig.field("a").text == most)
        #expect(try rig.cell("a").error == "Characters at most: 2048.")
    }

    @Test(
        "`textField(_:shouldChangeCharactersIn:replacementString:)` refuses a range outside the text"
    )
    func refusesRange() throws {
        let rig = try shown(name)
        let field = try #require(rig.controller.textFields.first)
        field.text = "abc"
        for (location, length) in [(4, 0), (2, 2), (-1, 1), (Int.max, 1), (1, Int.max), (0, -1)] {
            #expect(
                !rig.controller.textField(
                    field,
                    shouldChangeCharactersIn: NSRange(location: location, length: length),
                    replacementString: "x"
                )
            )
        }
    }

    @Test("`textFieldDidEndEditing(_:)` saves a valid text, and reports an invalid one")
    func didEnd() throws {
        let rig = try shown(age, name)
        try rig.answer("age", "61")
        #expect(rig.answers == ["age": .integer(61)])
        #expect(rig.focus == nil)
        try rig.answer("age", "17")
        #expect(rig.answers == ["age": .integer(61)])
        #expect(rig.alert?.title == "The number is too small")
        #expect(try rig.cell("age").error == "The answer must be at least 18.")
        rig.close()
        #expect(rig.alert == nil)
        #expect(rig.focus == "age")
        // The reason stays until the user changes the text.
        try rig.enter("18", in: "age")
        #expect(try rig.cell("age").error == nil)
    }

    @Test("`textFieldDidEndEditing(_:)` removes the answer of an emptied field")
    func clears() throws {
        let rig = try shown(age)
        try rig.answer("age", "61")
        #expect(rig.isNextEnabled)
        try rig.answer("age", "")
        #expect(rig.answers.isEmpty)
        #expect(!rig.isNextEnabled)
    }

    @Test("`indexPath(for:)` is the row of a field")
    func indexPath() throws {
        let rig = try shown(sex, age, name)
        let fields = rig.controller.textFields
        #expect(fields.map { rig.controller.indexPath(for: $0) } == [place(0, 1), place(1, 1)])
        #expect(rig.controller.indexPath(for: nil) == nil)
        #expect(rig.controller.indexPath(for: UITextField()) == nil)
    }

    @Test("`tableItem(for:)` is the row of a field with its question, its answer and its options")
    func tableItem() throws {
        let rig = try shown(
            sex,
            #"{"identifier":"a","type":"integer","textFieldOptions":{"maximumLength":3}}"#
        )
        try rig.answer("a", "007")
        let item = try #require(rig.controller.tableItem(for: rig.controller.textFields[0]))
        #expect(item.identifier == "a" && item.indexPath == place(0, 1))
        #expect(item.answer == .given(.integer(7)) && item.answerText == "7")
        #expect(item.options?.maximumLength == 3)
        #expect(item.item.sectionIdentifier == "section1" && item.pickerSource == nil)
        #expect(rig.controller.tableItem(for: nil) == nil)
        #expect(rig.controller.tableItem(for: UITextField()) == nil)
    }

    @Test("`validateAndSave(textField:)` returns whether the text is valid, and saves it if so")
    func validateAndSave() throws {
        let rig = try shown(age)
        let field = rig.controller.textFields[0]
        field.text = "seventeen"
        #expect(!rig.controller.validateAndSave(textField: field))
        #expect(rig.answers.isEmpty)
        rig.close()
        field.text = "61"
        #expect(rig.controller.validateAndSave(textField: field))
        #expect(rig.answers == ["age": .integer(61)])
        // An answer that is already saved is not saved again.
        let requests = rig.host.requests
        #expect(rig.controller.validateAndSave(textField: field))
        #expect(rig.host.requests == requests)
        // A field that is in no row counts as valid.
        #expect(rig.controller.validateAndSave(textField: UITextField()))
    }
}
