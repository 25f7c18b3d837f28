// What must hold of a task before it is run, whoever made it; and what a run gets along with, but
// whoever writes the task wants to know. Every fault is told, not the first.

/// Everything that is wrong with a task.
public struct RSDValidationError: Error, Sendable, Hashable {
    /// The faults, in the order in which they stand in the task.
    public var faults: [RSDTaskFileError]

    public init(faults: [RSDTaskFileError]) {
        self.faults = faults
    }

    /// What a check of something finds, seen from where that thing stands in.
    static func faults(
        at path: JSONPath,
        by check: () throws -> Void
    ) -> [RSDTaskFileError] {
        do {
            try check()
            return []
        } catch let error as RSDValidationError {
            return error.faults.map { $0.prefixed(by: path.components) }
        } catch {
            return [RSDTaskFileError(error).prefixed(by: path.components)]
        }
    }
}

extension RSDValidationError: CustomStringConvertible {
    public var description: String { faults.map(\.description).joined(separator: "\n") }
}

/// Checks tasks.
struct TaskRules {
    private var faults: [RSDTaskFileError] = []

    /// Throws all that keeps a task from being run.
    static func check(_ task: any RSDTask) throws {
        var rules = TaskRules()
        rules.check(task, at: JSONPath())
        if !rules.faults.isEmpty { throw RSDValidationError(faults: rules.faults) }
    }

    /// What keeps a task from being run.
    static func faults(of task: any RSDTask) -> [RSDTaskFileError] {
        var rules = TaskRules()
        rules.collect(at: JSONPath()) { try task.validate() }
        return rules.faults
    }

    /// The names in a task of steps and answers that are not there: a recorder that names one goes on
    /// to the end of its level, a marker of progress is not reached, and a summary is left out.
    static func looseNames(in task: any RSDTask) -> [RSDTaskFileError] {
        var rules = TaskRules()
        rules.checkNames(in: task, SummaryLevel(task), at: JSONPath())
        return rules.faults
    }

    private mutating func check(_ task: any RSDTask, at path: JSONPath) {
        let steps = Self.steps(of: task) ?? []
        checkSteps(steps, at: path.appending("steps"))
        checkActions(task.asyncActions ?? [], at: path.appending("asyncActions"))
        checkCount(of: task, steps, at: path.appending("asyncActions"))
        // Nobody ever looked at those of sections.
        if !(task is any RSDSectionStep) { checkEnds(of: task, [.start], at: path) }
    }

    // MARK: Steps

    private mutating func checkSteps(_ steps: [any RSDStep], at path: JSONPath) {
        var seen: Set<String> = []
        for (number, step) in steps.enumerated() {
            let place = path.appending(number)
            if !seen.insert(step.identifier).inserted {
                tell(
                    "the step '\(step.identifier)' is there twice",
                    at: place.appending("identifier"),
                    remedy: "give one of them another identifier"
                )
            }
            // A section checks its own level.
            collect(at: place) { try step.validate() }
            if let subtask = step as? any RSDSubtaskStep {
                collect(at: place.appending("task")) { try subtask.task.validate() }
            }
        }
    }

    /// The steps of a level, where its class or its navigator tells them.
    static func steps(of task: any RSDTask) -> [any RSDStep]? {
        (task as? RSDTaskObject)?.steps ?? (task as? any RSDSectionStep)?.steps
            ?? task.stepNavigator.knownSteps
    }

    /// The identifiers of the steps of a level, and of all that are below them; `nil` where there are
    /// more than can be known before the run.
    private static func identifiers(in task: any RSDTask) -> Set<String>? {
        guard let steps = steps(of: task) else { return nil }
        var known: Set<String> = []
        for step in steps {
            known.insert(step.identifier)
            if step is any RSDTaskInfoStep { return nil }
            guard let inner = level(of: step) else { continue }
            guard let below = identifiers(in: inner) else { return nil }
            known.formUnion(below)
        }
        return known
    }

    // MARK: Async actions

    private mutating func checkActions(
        _ actions: [any RSDAsyncActionConfiguration],
        at path: JSONPath
    ) {
        var seen: Set<String> = []
        for (number, action) in actions.enumerated() {
            let place = path.appending(number)
            if !seen.insert(action.identifier).inserted {
                tell(
                    "the async action '\(action.identifier)' is there twice",
                    at: place.appending("identifier"),
                    remedy: "give one of them another identifier"
                )
            }
            collect(at: place) { try action.validate() }
        }
    }

    /// More recorders at a time are a slip of a program that wrote the task: each has threads, memory and
    /// open files of its own.
    static let mostActions = 64

    /// Counts the async actions that can run at a time: those of a level, and of one level below it.
    private mutating func checkCount(
        of task: any RSDTask,
        _ steps: [any RSDStep],
        at path: JSONPath
    ) {
        guard let actions = task.asyncActions, !actions.isEmpty else { return }
        let below = steps.map(Self.actions(of:)).max() ?? 0
        // A level that has too many by itself tells it by itself.
        guard below <= Self.mostActions, actions.count + below > Self.mostActions else { return }
        let others = below == 0 ? "" : ", with those of the steps below"
        tell(
            "\(actions.count + below) async actions would run at a time\(others)",
            at: path,
            remedy: "write at most \(Self.mostActions); one recorder takes many types of samples"
        )
    }

    /// How many async actions can run at a time in a step.
    private static func actions(of step: any RSDStep) -> Int {
        guard let task = level(of: step) else { return 0 }
        let below = steps(of: task)?.map(actions(of:)).max() ?? 0
        return (task.asyncActions?.count ?? 0) + below
    }

    /// The level that a step opens, where it is known before the run.
    static func level(of step: any RSDStep) -> (any RSDTask)? {
        (step as? any RSDSectionStep) ?? (step as? any RSDSubtaskStep)?.task
    }

    // MARK: Names of steps

    /// A step that an async action names.
    private enum End: String {
        case start = "startStepIdentifier"
        case stop = "stopStepIdentifier"

        func step(of action: any RSDAsyncActionConfiguration) -> String? {
            switch self {
            case .start: action.startStepIdentifier
            case .stop: action.stopStep
            }
        }
    }

    private mutating func checkNames(
        in task: any RSDTask,
        _ level: SummaryLevel,
        at path: JSONPath
    ) {
        checkEnds(of: task, task is any RSDSectionStep ? [.start, .stop] : [.stop], at: path)
        let steps = Self.steps(of: task) ?? []
        checkMarkers(of: task, steps, at: path.appending("progressMarkers"))
        for (number, step) in steps.enumerated() {
            let place = path.appending("steps").appending(number)
            switch step {
            case let section as any RSDSectionStep:
                checkNames(in: section, level.level(below: step) ?? level, at: place)
            case let subtask as any RSDSubtaskStep:
                let inner = level.level(below: step) ?? level
                checkNames(in: subtask.task, inner, at: place.appending("task"))
            case let summary as any RSDResultSummaryStep: check(summary, in: level, at: place)
            default: break
            }
        }
    }

    private mutating func checkEnds(of task: any RSDTask, _ ends: [End], at path: JSONPath) {
        guard let actions = task.asyncActions, !actions.isEmpty,
            let known = Self.identifiers(in: task)
        else { return }
        for (number, action) in actions.enumerated() {
            for end in ends {
                guard let step = end.step(of: action), !known.contains(step) else { continue }
                tell(
                    "there is no step '\(step)' at this level or below",
                    at: path.appending("asyncActions").appending(number).appending(end.rawValue),
                    remedy: remedy(for: step, among: known)
                )
            }
        }
    }

    private mutating func checkMarkers(
        of task: any RSDTask,
        _ steps: [any RSDStep],
        at path: JSONPath
    ) {
        let navigator = task.stepNavigator as? RSDConditionalStepNavigatorObject
        guard let markers = navigator?.progressMarkers else { return }
        let known = Set(steps.map(\.identifier))
        for (number, marker) in markers.enumerated() where !known.contains(marker) {
            tell(
                "there is no step '\(marker)' at this level",
                at: path.appending(number),
                remedy: remedy(for: marker, among: known)
            )
        }
    }

    private mutating func check(
        _ summary: any RSDResultSummaryStep,
        in level: SummaryLevel,
        at path: JSONPath
    ) {
        let answers: Set<String>?
        let place: String
        if let step = summary.stepResultIdentifier {
            guard let meant = level.stepsMeant(by: step) else { return }
            if meant.isEmpty {
                return tell(
                    "there is no step '\(step)' at this level or around it",
                    at: path.appending("stepResultIdentifier"),
                    remedy: remedy(forWayTo: step, in: level)
                )
            }
            answers = level.answers(ofAll: meant)
            place = "in the step '\(step)'"
        } else {
            answers = level.answersInReach
            place = "at this level or around it"
        }
        guard let answer = summary.resultIdentifier, let answers, !answers.contains(answer) else {
            return
        }
        tell(
            "there is no question '\(answer)' \(place)",
            at: path.appending("resultIdentifier"),
            remedy: remedy(for: answer, among: answers, "a question")
        )
    }

    // MARK: Telling

    private mutating func tell(_ what: String, at path: JSONPath, remedy: String) {
        faults.append(RSDTaskFileError(what, at: path, remedy: remedy))
    }

    private mutating func collect(at path: JSONPath, _ check: () throws -> Void) {
        faults += RSDValidationError.faults(at: path, by: check)
    }

    private func remedy(
        for word: String,
        among known: Set<String>,
        _ kind: String = "a step"
    ) -> String {
        let isShort = faults.count < NearestName.suggestions
        guard isShort, !known.isEmpty else {
            return "write the identifier of \(kind), or leave it out"
        }
        let names = known.sorted()
        return NearestName.of(word, among: names).map { "write '\($0)'" }
            ?? "write \(NearestName.list(of: names)), or leave it out"
    }

    /// A step of a section is called by the way to it: most who forget that mean one that there is.
    private func remedy(forWayTo step: String, in level: SummaryLevel) -> String {
        guard faults.count < NearestName.suggestions else { return remedy(for: step, among: []) }
        let ways = level.ways
        let meant = ways.filter { $0.hasSuffix("/\(step)") }
        return meant.isEmpty
            ? remedy(for: step, among: Set(ways)) : "write \(NearestName.list(of: meant))"
    }
}
