// The members of the table controller by which a participant enters answers.

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

    private func place(_ row: Int, _ section: Int = 0) -> IndexPath {
        IndexPath(row: row, section: section)
    }

    @Test("`textFieldDidBeginEditing(_:)` makes the field the one that has the keys, alone")
    func didBegin() throws {
        let rig = try shown(age, name)
        #expect(rig.controller.receive(.began(try rig.id("name", "field"))))
        #expect(rig.focus == "name")
        #expect(try rig.field("name").isFocused && !rig.field("age").isFocused)
        let field = UITextField()
        rig.controller.textFieldDidBeginEditing(field)
        #expect(rig.controller.activeTextField === field)
    }

    @Test("`textFieldShouldReturn(_:)` saves, and goes to the next field; from the last, to none")
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

    @Test("`textFieldShouldReturn(_:)` stays in a field whose text is no answer")
    func returnStays() throws {
        let rig = try shown(age, name)
        try rig.enter("17", in: "age")
        #expect(rig.controller.receive(.pressedReturn(try rig.id("age", "field"))))
        #expect(rig.focus == "age")
        #expect(rig.alert?.message == "The answer must be at least 18.")
    }

    @Test("`textFieldShouldReturn(_:)` begins a new line in a field of several")
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

    @Test(
        "`textField(_:shouldChangeCharactersIn:replacementString:)` enables Next at the first letter"
    )
    func enablesNext() throws {
        let rig = try shown(age, name)
        #expect(!rig.isNextEnabled)
        let id = try rig.id("age", "field")
        #expect(rig.controller.receive(.typed(id, replacing: 0..<0, with: "6")))
        #expect(rig.isNextEnabled)
        #expect(rig.answers.isEmpty)
        #expect(rig.controller.receive(.typed(id, replacing: 0..<1, with: "")))
        #expect(!rig.isNextEnabled)
    }

    @Test(
        "`textField(_:shouldChangeCharactersIn:replacementString:)` refuses what is too long",
        arguments: [
            ("", 0..<0, "abcd", true), ("", 0..<0, "abcde", false), ("abcd", 4..<4, "e", false),
            ("abcd", 0..<1, "e", true), ("abcd", 0..<4, "", true), ("abc", 3..<3, "👩‍👩‍👧", true),
            ("abcdef", 0..<1, "", true), ("abcdef", 0..<1, "x", false),
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
        #expect((rig.screen != before) == isAllowed)
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

    @Test("`textFieldDidEndEditing(_:)` saves what is an answer, and tells what is none")
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
        // The reason stands there until something else is entered.
        try rig.enter("18", in: "age")
        #expect(try rig.cell("age").error == nil)
    }

    @Test("`textFieldDidEndEditing(_:)` takes an answer back where nothing is left of it")
    func clears() throws {
        let rig = try shown(age)
        try rig.answer("age", "61")
        #expect(rig.isNextEnabled)
        try rig.answer("age", "")
        #expect(rig.answers.isEmpty)
        #expect(!rig.isNextEnabled)
    }

    @Test("`indexPath(for:)` is the row that a field is in")
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

    @Test("`validateAndSave(textField:)` answers whether the text is an answer, and saves it if so")
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
        // What is saved is not saved again.
        let wishes = rig.host.wishes
        #expect(rig.controller.validateAndSave(textField: field))
        #expect(rig.host.wishes == wishes)
        // A field of nobody's is not in the way.
        #expect(rig.controller.validateAndSave(textField: UITextField()))
    }
}
