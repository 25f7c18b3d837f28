// The form that asks for everything, out of its file: what it covers is read in the file, what comes of
// it is in a file beside the other results.

import Foundation
import Research
import TaskEngine
import Testing
import Timebase
import ViewTree

@testable import ResearchUI

@Suite("A form of forty questions")
@MainActor
struct FortyQuestionsTests {
    private let factory = SampleTasks.factory(locale: AnswerLocale(regionCode: "CA"))

    private func form() throws -> RSDFormUIStepObject {
        let task = try SampleTasks.task("FortyQuestions", factory)
        return try #require(task.stepNavigator.step(with: "form") as? RSDFormUIStepObject)
    }

    private func shown() throws -> TableRig {
        let rig = TableRig([try form(), Steps.instruction("end")])
        rig.controller.appear()
        return rig
    }

    @Test("asks for every type of answer, in every way in which a question can wish to be shown")
    func asksAll() throws {
        let fields = try form().inputFields
        #expect(fields.count == 40)
        #expect(fields.map(\.identifier) == fortyAnswers.map(\.key))
        #expect(Set(fields.compactMap(\.inputUIHint)) == RSDFormUIHint.standardHints)
        let types = Set(fields.map(\.dataType))
        for type in Self.allTypes {
            #expect(types.contains(type), "nothing is of the type '\(type.rawValue)'")
        }
        // Where the type of a choice or of a form can be said, it is said once at least.
        let words = types.map(\.rawValue)
        for word in ["multipleChoice.", "singleChoice.", "detail."] {
            #expect(words.contains { $0.hasPrefix(word) }, "nothing is of a type '\(word)…'")
        }
        let isOwn = types.contains { if case .custom = $0 { true } else { false } }
        #expect(isOwn)
    }

    /// All types that can be spelled with one word, and all measurements.
    private static var allTypes: [RSDFormDataType] {
        RSDFormDataType.BaseType.allCases.map { .base($0) }
            + RSDFormDataType.CollectionType.allCases.map { .collection($0, .string) }
            + RSDFormDataType.DateType.allCases.map { .date($0) }
            + RSDFormDataType.MeasurementType.allCases.flatMap { measurement in
                RSDFormDataType.MeasurementRange.allCases.map { .measurement(measurement, $0) }
            }
            + [.postalCode, .detail(.codable)]
    }

    @Test("has the result that is expected when a task shows it and all is answered by events")
    func answers() async throws {
        let stage = try SampleTasks.stage(of: SampleTasks.task("FortyQuestions", factory), [])
        let participant = FormParticipant(controller: stage.controller)
        try await stage.begin()
        try await stage.reach("welcome")
        try await stage.press(.goForward)
        try await stage.reach("form")
        for (index, (question, deed)) in fortyAnswers.enumerated() {
            try participant.act(deed, on: question)
            let alert = stage.controller.controllersOnTop.last as? UIAlertController
            #expect(alert == nil, "\(question): \(alert?.message ?? "")")
            let next = stage.button { $0.action == "goForward" }
            #expect((next?.style.isEnabled ?? true) == (index == 39), "\(question)")
        }
        try await stage.press(.goForward)
        try await stage.reach("completion")
        try await stage.press(.goForward)
        #expect(stage.reasons == [.completed])
        let result = stage.controller.taskPath.taskResult
        #expect(try SampleTasks.text(of: result, factory) == SampleTasks.expected("FortyQuestions"))
    }

    @Test("shows each answer again when it is shown again")
    func showsAgain() throws {
        let rig = try shown()
        let participant = FormParticipant(controller: rig.controller)
        for (question, deed) in fortyAnswers { try participant.act(deed, on: question) }
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
