// Steps, tasks and results for the tables of navigation, with as few words as possible.

import FoundationEssentials
import Research
import Timebase

/// A step with whichever rules a test gives it.
final class RuledStep: RSDStep, RSDNavigationRule, RSDNavigationSkipRule, RSDNavigationBackRule {
    let identifier: String
    let stepType: RSDStepType = .instruction
    var next: String?
    var isSkipped: Bool
    var allowsBack: Bool

    init(_ identifier: String, next: String? = nil, skip: Bool = false, back: Bool = true) {
        self.identifier = identifier
        self.next = next
        isSkipped = skip
        allowsBack = back
    }

    func nextStepIdentifier(with result: (any RSDTaskResult)?, isPeeking: Bool) -> String? { next }

    func shouldSkipStep(with result: (any RSDTaskResult)?, isPeeking: Bool) -> Bool { isSkipped }

    func allowsBackNavigation(with result: (any RSDTaskResult)?) -> Bool { allowsBack }
}

/// A step with no rule at all.
struct PlainStep: RSDStep {
    let identifier: String
    let stepType: RSDStepType = .instruction

    init(_ identifier: String) { self.identifier = identifier }
}

enum Sample {
    static let epoch = Date(timeIntervalSince1970: 0)

    static func history(
        _ identifiers: [String],
        of task: String = "task"
    ) -> RSDTaskResultObject {
        RSDTaskResultObject(
            identifier: task,
            taskRunUUID: UUID(),
            startDate: epoch,
            stepHistory: identifiers.map { RSDResultObject(identifier: $0, startDate: epoch) }
        )
    }

    static func section(_ identifier: String, _ steps: [any RSDStep]) -> RSDSectionStepObject {
        RSDSectionStepObject(identifier: identifier, steps: steps)
    }

    static func plain(_ identifiers: String) -> [any RSDStep] {
        identifiers.split(separator: " ").map { RuledStep(String($0)) }
    }

    static func answer(_ identifier: String, _ value: AnswerValue?) -> RSDAnswerResultObject {
        RSDAnswerResultObject(
            identifier: identifier,
            answerType: RSDAnswerResultType(baseType: .codable),
            value: value,
            startDate: epoch
        )
    }
}

extension StepDestination {
    /// The destination in a word: `b`, `<a` for a step behind, `!exit` for an end.
    var word: String {
        if let step { return (direction == .reverse ? "<" : "") + step.identifier }
        switch ending {
        case .end?: return "!end"
        case .exit?: return "!exit"
        case .nextSection?: return "!nextSection"
        case .unknown(let identifier)?: return "!unknown \(identifier)"
        case nil: return "nothing"
        }
    }
}

/// Carries out what a path decides, as a task controller would, and writes it down.
@MainActor
final class Walker {
    let path: RSDTaskViewModel
    let clock: ManualTimekeeper
    /// What is handed over when a task is fetched; without one, the fetch waits.
    var tasks: [String: any RSDTask] = [:]
    private(set) var moves: [StepMove] = []
    private(set) var closed: [String] = []
    private(set) var last = "nothing"

    init(_ task: any RSDTask, clock: ManualTimekeeper = ManualTimekeeper()) {
        path = RSDTaskViewModel(task: task, timekeeper: clock)
        self.clock = clock
    }

    init(_ path: RSDTaskViewModel, clock: ManualTimekeeper) {
        self.path = path
        self.clock = clock
    }

    convenience init(_ steps: [any RSDStep]) {
        self.init(RSDTaskObject(identifier: "task", steps: steps))
    }

    @discardableResult
    func forward(_ times: Int = 1) -> String {
        for _ in 0..<times { perform(path.moveForward()) }
        return last
    }

    @discardableResult
    func back() -> String { perform(path.moveBackward()) }

    @discardableResult
    func jump(_ identifier: String) -> String { perform(path.jump(to: identifier)) }

    @discardableResult
    func perform(_ decision: PathDecision) -> String {
        clock.advance(by: .seconds(1))
        switch decision {
        case .show(let move):
            moves.append(move)
            last = (move.direction == .reverse ? "<" : "") + move.step.identifier
        case .endLevel(let level):
            closed.append(level.identifier)
            level.closeLevel()
            guard let above = level.parentLevel else { break }
            return perform(above.moveForward())
        case .fetch(let level):
            last = "fetch \(level.identifier)"
            guard let task = tasks[level.identifier] else { break }
            level.didFetch(task)
            return perform(level.moveForward())
        case .endTask(let isEarlyExit):
            path.closeOpenLevels()
            last = isEarlyExit ? "!exit" : "!end"
        case .stay:
            last = "stay"
        }
        return last
    }

    /// The identifiers of the history, those of sections with what is in them.
    var history: String { Self.words(of: path.taskResult) }

    private static func words(of result: any RSDTaskResult) -> String {
        result.stepHistory.map { entry in
            guard let inner = entry as? any RSDTaskResult else { return entry.identifier }
            return "\(entry.identifier)(\(words(of: inner)))"
        }.joined(separator: " ")
    }
}
