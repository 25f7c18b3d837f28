// What a step costs in a task of ten thousand steps, compared with a task of ten: the moves and the questions are
// the same, so the ratio of the two shows what the length of a task adds.

import Foundation
import Research
import Timebase

@MainActor
struct NavigationBenchmark {
    /// The work, which is done a thousand times.
    enum Work: String, CaseIterable, Sendable {
        case forward, backward, rules, brief, peeking, ahead, progress, markers, saving

        /// The name of its contest.
        var contest: String { "step-\(rawValue)" }
    }

    private let arguments: Arguments
    private let work: Work
    private let length: Int
    private let moves: Int

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        let name = arguments.text("work", Work.forward.rawValue)
        guard let work = Work(rawValue: name) else {
            throw BenchmarkError(
                "--work is one of \(Work.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        self.work = work
        length = try arguments.integer("length", 10_000)
        // A short task has few steps, so that more runs make as many moves.
        moves = length < 1000 ? 4 : 1000
    }

    func run() throws {
        try pinAsAsked(arguments)
        let task = try RSDFactory().decodeTask(with: file)
        var fastest = Int64.max
        for _ in 0..<5 {
            let paths = (0..<1000 / moves).map { _ in path(of: task) }
            let time = processorTimeTaken { for path in paths { perform(on: path, of: task) } }
            for path in paths where path.currentStepIdentifier != "step\(end)" {
                throw BenchmarkError(
                    "the run stands at \(path.currentStepIdentifier ?? "nothing"), not step\(end)"
                )
            }
            fastest = min(fastest, time)
        }
        try Report.json(
            Measurement(
                program: "\(length) steps",
                nanoseconds: Double(fastest) / 1000,
                records: 1000
            )
        )
    }

    /// The step at which a run stands before the work.
    private var start: Int {
        switch work {
        case .forward, .rules, .brief, .progress, .saving: length - moves - 2
        case .markers: 0
        case .backward, .peeking, .ahead: length - 2
        }
    }

    /// The step at which it stands after the work.
    private var end: Int {
        switch work {
        case .forward, .rules, .brief, .progress, .markers, .saving: start + moves
        case .backward: start - moves
        case .peeking, .ahead: start
        }
    }

    private func path(of task: any RSDTask) -> RSDTaskViewModel {
        let path = RSDTaskViewModel(task: task, timekeeper: LiveTimekeeper())
        path.cohorts = ["walkers"]
        path.trackingRules = [NoTrackingRule()]
        path.shouldShowAbbreviatedInstructions = work == .brief
        while path.currentStepIdentifier != "step\(start)" { _ = path.moveForward() }
        if work == .saving { _ = path.takeUnsavedChanges() }
        return path
    }

    private func perform(on path: RSDTaskViewModel, of task: any RSDTask) {
        let last = task.stepNavigator.step(with: "step\(length - 1)") as? any RSDNavigationRule
        for _ in 0..<moves {
            switch work {
            case .forward, .rules, .brief:
                _ = path.moveForward()
            case .backward:
                _ = path.moveBackward()
            case .peeking:
                _ = path.hasStepAfter
                _ = path.hasStepBefore
            case .ahead:
                _ = last?.nextStepIdentifier(with: path.taskResult, isPeeking: true)
            case .progress, .markers:
                _ = path.moveForward()
                _ = path.progress
            case .saving:
                _ = path.moveForward()
                _ = path.takeUnsavedChanges()
            }
        }
    }

    private var file: Data {
        let steps = (0..<length).map { number in
            let rest =
                switch work {
                case .rules: rules(of: number)
                case .brief: #""type": "instruction""#
                default: #""type": "active""#
                }
            let leftOut =
                #"{ "identifier": "long\#(number)", "type": "instruction", "#
                + #""fullInstructionsOnly": true }, "#
            return (work == .brief ? leftOut : "")
                + #"{ "identifier": "step\#(number)", \#(rest) }"#
        }
        let markers = (0..<length).map { #""step\#($0)""# }
        return Data(
            """
            { "identifier": "t", "steps": [\(steps.joined(separator: ","))]
              \(work == .markers ? #", "progressMarkers": [\#(markers.joined(separator: ","))]"# : "") }
            """.utf8
        )
    }

    /// A question that leads to the next step if it is not answered, and rules for cohorts that nobody is in.
    private func rules(of number: Int) -> String {
        let next = "step\(number + 1)"
        let cohort = #"[{ "requiredCohorts": ["sitters"], "skipToIdentifier": "step0" }]"#
        return """
            "type": "form", "beforeCohortRules": \(cohort), "afterCohortRules": \(cohort),
            "nextStepIdentifier": "\(next)", "inputFields": [{ "identifier": "q", "type": "integer",
              "surveyRules": [{ "ruleOperator": "de", "skipToIdentifier": "\(next)" }] }]
            """
    }
}

/// A host's rule that checks the cohorts and never redirects.
private struct NoTrackingRule: RSDTrackingRule {
    func skipToIdentifier(
        before step: any RSDStep,
        with result: (any RSDTaskResult)?,
        in context: NavigationContext
    ) -> String? {
        context.cohorts.contains("sitters") ? RSDIdentifier.exit : nil
    }

    func nextStepIdentifier(
        after step: (any RSDStep)?,
        with result: (any RSDTaskResult)?,
        in context: NavigationContext
    ) -> String? {
        context.cohorts.contains("sitters") ? RSDIdentifier.exit : nil
    }
}
