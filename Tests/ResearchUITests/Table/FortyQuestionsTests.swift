import FoundationEssentials
import Research
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("A form of forty questions")
@MainActor
struct FortyQuestionsTests {
    private func shown() throws -> TableRig {
        let rig = try TableRig(
            fortyQuestions.map { "{\($0.field)}" },
            locale: AnswerLocale(regionCode: "CA", offset: .utc)
        )
        rig.controller.appear()
        return rig
    }

    private func identifiers(_ rig: TableRig) -> [String] {
        rig.controller.formStep?.inputFields.map(\.identifier) ?? []
    }

    private func act(_ deed: FormDeed, on question: String, _ rig: TableRig) throws {
        switch deed {
        case .tap(let rows): for row in rows { try rig.tap(question + row) }
        case .type(let text): try rig.answer(question, text)
        case .lines(let lines):
            let id = try rig.id(question, "field")
            for (index, line) in lines.enumerated() {
                if index > 0 { #expect(rig.controller.receive(.pressedReturn(id))) }
                let end = try rig.field(question).text.utf16.count
                #expect(rig.controller.receive(.typed(id, replacing: end..<end, with: line)))
            }
            #expect(rig.controller.receive(.ended(id)))
        case .date(let text):
            #expect(rig.controller.receive(.entered(try rig.id(question, "picker"), text)))
        case .turn(let rows):
            #expect(rig.controller.receive(.picked(try rig.id(question, "picker"), rows)))
        case .slide(let place):
            #expect(rig.controller.receive(.slid(try rig.id(question, "slider"), place)))
        case .open(let entries):
            try rig.tap(question)
            for entry in entries { try rig.enter(entry.text, in: entry.question) }
            let next = try rig.id("top-0", question, "table", "footer", "goForward")
            #expect(rig.controller.receive(.tapped(next)))
        }
    }

    @Test("asks for every type of answer, in every way in which a question can wish to be shown")
    func asksAll() throws {
        let fields = try #require(try shown().controller.formStep).inputFields
        #expect(fields.count == 40)
        #expect(
            Set(fields.compactMap(\.inputUIHint)) == [
                .button, .checkbox, .combobox, .disclosureArrow, .link, .list, .multipleLine,
                .picker, .popover, .radioButton, .section, .slider, .textfield, .toggle,
            ]
        )
        let bases = fields.map(\.dataType.baseType)
        #expect(Set(bases) == Set(RSDFormDataType.BaseType.allCases))
        let words = Set(fields.map(\.dataType.rawValue))
        for measure in RSDFormDataType.MeasurementType.allCases {
            for size in RSDFormDataType.MeasurementRange.allCases {
                #expect(words.contains(RSDFormDataType.measurement(measure, size).rawValue))
            }
        }
        #expect(
            words.isSuperset(of: [
                "date", "timestamp", "dateOnly", "time", "singleChoice", "multipleChoice",
                "multipleComponent", "postalCode", "detail", "detail.string", "gait.left",
            ])
        )
    }

    @Test("has the result that is expected when it is answered, and lets one go on at its end")
    func answers() throws {
        let rig = try shown()
        for (index, question) in identifiers(rig).enumerated() {
            try act(fortyQuestions[index].deed, on: question, rig)
            #expect(rig.alert == nil, "\(question): \(rig.alert?.message ?? "")")
            #expect(rig.isNextEnabled == (index == 39), "\(question)")
        }
        #expect(rig.controller.receive(.tapped(try rig.id("footer", "goForward"))))
        #expect(rig.host.wishes.last == "forward")

        let result = try #require(
            rig.level.taskResult.findResult(for: "form") as? RSDCollectionResultObject
        )
        let encoded = try RSDFactory(writingDatesIn: .utc).createJSONEncoder().encode(result)
        let found = try JSONDecoder().decode(JSONValue.self, from: encoded)
        let expected = try JSONDecoder().decode(JSONValue.self, from: Data(expectedResult.utf8))
        #expect(found == expected)
    }

    @Test("shows each answer again when it is shown again")
    func showsAgain() throws {
        let rig = try shown()
        for (question, deed) in zip(identifiers(rig), fortyQuestions.map(\.deed)) {
            try act(deed, on: question, rig)
        }
        let answers = rig.answers
        let again = RSDTableStepViewController(step: rig.controller.step, parent: rig.level)
        again.appear()
        #expect(again.isForwardEnabled)
        #expect(rig.answers == answers)
        var empty: [String] = []
        again.screen.forEach { node in
            switch node.content {
            case .textField(let field) where field.text.isEmpty: empty.append(node.id.path)
            case .picker(let picker) where picker.text == nil: empty.append(node.id.path)
            case .slider(let slider) where slider.value == nil: empty.append(node.id.path)
            default: break
            }
        }
        #expect(empty.isEmpty)
        // What is shown is judged to be what is saved: going through it changes nothing.
        for field in again.textFields {
            field.becomeFirstResponder()
            #expect(again.validateAndSave(textField: field))
        }
        #expect(rig.answers == answers)
    }

    @Test("takes no harm from any event, at whatever element")
    func takesAnyEvent() throws {
        let rig = try shown()
        var targets: [ViewID] = ["", "/", "screen", "screen/form//", "screen/top-0", "elsewhere"]
        rig.screen.forEach { targets.append($0.id) }
        for target in targets {
            let events: [ViewEvent] = [
                .began(target), .typed(target, replacing: 5..<9, with: "x"),
                .typed(target, replacing: 0..<0, with: "\u{301}👩‍👩‍👧"),
                .typed(target, replacing: Int.min..<Int.max, with: ""),
                .entered(target, "nonsense"), .ended(target), .pressedReturn(target),
                .picked(target, []), .picked(target, [nil, -1, Int.max]), .picked(target, [0]),
                .slid(target, .nan), .slid(target, -1e300), .pictured(target, file: ""),
                .touched(target, ViewEvent.Touch(phase: .began, x: 0, y: 0)), .closed(target),
                .tapped(target),
            ]
            for event in events {
                rig.controller.receive(event)
                // What is told on top is in nobody's way.
                while rig.controller.presentedViewController != nil {
                    rig.controller.dismiss(animated: false)
                }
            }
        }
        #expect(rig.screen.duplicateID == nil)
        #expect(rig.controller.tableView.cells.count == 49)
    }
}
