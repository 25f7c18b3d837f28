// What one answer costs a host, compared with a whole screen: a form of two hundred questions is built as a tree, one
// of them is answered, and the new tree is compared with the old one.

import Foundation
import Research
import ResearchUI
import Timebase
import ViewTree

@MainActor
struct ScreenBenchmark {
    /// What is timed.
    enum Work: String, CaseIterable, Sendable {
        /// Making the tree.
        case build
        /// Finding out what has changed since the last one.
        case diff
        /// Making the tree anew where it has changed, and finding out what has.
        case update

        /// The name of its contest.
        var contest: String { "screen-\(rawValue)" }
    }

    private static let questions = 200
    private static let screens = 20

    private let arguments: Arguments
    private let work: Work

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        let name = arguments.text("work", Work.diff.rawValue)
        guard let work = Work(rawValue: name) else {
            throw BenchmarkError(
                "--work is one of \(Work.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        self.work = work
    }

    func run() throws {
        try pinAsAsked(arguments)
        var fastest = Int64.max
        for _ in 0..<5 { fastest = min(fastest, try pass()) }
        try Report.json(
            Measurement(
                program: work.rawValue,
                nanoseconds: Double(fastest) / Double(Self.screens),
                records: 1
            )
        )
    }

    private func pass() throws -> Int64 {
        let forms = try (0..<Self.screens).map { _ in try ShownForm(questions: Self.questions) }
        if work == .build {
            return processorTimeTaken { for form in forms { _ = form.controller.screen } }
        }
        for form in forms { try form.leaveFirstField() }
        let before = forms.map(\.controller.screen)
        for form in forms { try form.answer(Self.questions / 2) }
        let known = work == .diff ? forms.map(\.controller.screen) : []
        var changes: [[ViewChange]] = []
        changes.reserveCapacity(forms.count)
        let time = processorTimeTaken {
            for (index, form) in forms.enumerated() {
                let after = known.isEmpty ? form.controller.screen : known[index]
                changes.append(before[index].changes(to: after))
            }
        }
        for change in changes where change.count != 1 {
            throw BenchmarkError("one answer changed \(change.count) elements, not 1")
        }
        return time
    }
}

/// A form on screen.
@MainActor
private struct ShownForm {
    let controller: RSDTableStepViewController
    /// The run, which the controller does not keep in memory by itself.
    private let level: RSDTaskViewModel

    init(questions: Int) throws {
        let fields = (0..<questions).map {
            #"{"identifier":"q\#($0)","type":"integer","prompt":"Question \#($0)","optional":true}"#
        }
        let file = """
            {"identifier":"t","steps":[{"identifier":"form","type":"form","inputFields":[
            \(fields.joined(separator: ","))]}]}
            """
        let task = try RSDFactory().decodeTask(with: Data(file.utf8))
        guard let step = task.stepNavigator.step(with: "form") else {
            throw BenchmarkError("the form is not in its own task")
        }
        level = RSDTaskViewModel(task: task, timekeeper: ManualTimekeeper())
        _ = level.moveForward()
        controller = RSDTableStepViewController(step: step, parent: level)
        controller.appear()
    }

    /// Takes the focus from the field that has it at the beginning, so that this change is not counted.
    ///
    /// Looking for a field makes the tree, so this is not done while the making of the tree is timed.
    func leaveFirstField() throws { try tell(.ended(try field(0))) }

    /// Sends the events that a host sends if a participant types an answer and goes on.
    func answer(_ question: Int) throws {
        let field = try field(question)
        try tell(.entered(field, "7"))
        try tell(.ended(field))
    }

    private func tell(_ event: ViewEvent) throws {
        guard controller.receive(event) else {
            throw BenchmarkError("nobody on the screen takes \(event)")
        }
    }

    private func field(_ question: Int) throws -> ViewID {
        var found: ViewID?
        controller.screen.forEach { node in
            guard case .textField = node.content, node.id.names.dropLast().last == "q\(question)"
            else {
                return
            }
            found = node.id
        }
        guard let found else { throw BenchmarkError("question \(question) has no field on screen") }
        return found
    }
}
