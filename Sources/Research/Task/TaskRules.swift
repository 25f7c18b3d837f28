// Checks a task before it is run, whether it comes from a file or from code. Some faults prevent a run; the others are
// still reported to the author of the task. A check reports all faults, not only the first.

/// All faults of a task.
public struct RSDValidationError: Error, Sendable, Hashable {
    /// The faults, in the order of their places in the task.
    public var faults: [RSDTaskFileError]

    public init(faults: [RSDTaskFileError]) {
        self.faults = faults
    }

    /// Runs a check, and returns the faults that it throws, with `path` put before their paths.
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

    /// Throws all faults that prevent a run of the task.
    static func check(_ task: any RSDTask) throws {
        var rules = TaskRules()
        rules.check(task, at: JSONPath())
        if !rules.faults.isEmpty { throw RSDValidationError(faults: rules.faults) }
    }

    /// Returns all faults that prevent a run of the task.
    static func faults(of task: any RSDTask) -> [RSDTaskFileError] {
        var rules = TaskRules()
        rules.collect(at: JSONPath()) { try task.validate() }
        return rules.faults
    }

    /// Returns the faults of names that match no step or answer, but do not prevent a run.
    ///
    /// A recorder with an unknown stop step records to the end of its level, an unknown progress marker is never
    /// reached, and a summary of an unknown answer is skipped.
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
        // Unknown start steps in a section do not prevent a run; `looseNames` reports them.
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
            // A section's `validate` checks the section's own level.
            collect(at: place) { try step.validate() }
            if let subtask = step as? any RSDSubtaskStep {
                collect(at: place.appending("task")) { try subtask.task.validate() }
            }
        }
    }

    /// Returns the steps of a level; `nil` if neither its class nor its navigator gives them.
    static func steps(of task: any RSDTask) -> [any RSDStep]? {
        (task as? RSDTaskObject)?.steps ?? (task as? any RSDSectionStep)?.steps
            ?? task.stepNavigator.knownSteps
    }

    /// Returns the identifiers of all steps of a level and below; `nil` if some may be known only during the run.
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

    /// The most async actions that may run at a time.
    ///
    /// Each recorder has threads, memory and open files of its own. More actions than this are not meant by a person;
    /// they come from a faulty program that wrote the task.
    static let mostActions = 64

    /// Counts the async actions that can run at the same time: those of a level and of the levels open below it.
    private mutating func checkCount(
        of task: any RSDTask,
        _ steps: [any RSDStep],
        at path: JSONPath
    ) {
        guard let actions = task.asyncActions, !actions.isEmpty else { return }
        let below = steps.map(Self.actions(of:)).max() ?? 0
        // If a level below exceeds the limit without these actions, its own check reports that.
        guard below <= Self.mostActions, actions.count + below > Self.mostActions else { return }
        let others = below == 0 ? "" : ", with those of the steps below"
        tell(
            "\(actions.count + below) async actions would run at a time\(others)",
            at: path,
            remedy: "write at most \(Self.mostActions); one recorder takes many types of samples"
        )
    }

    /// Returns how many async actions can run at a time within a step.
    private static func actions(of step: any RSDStep) -> Int {
        guard let task = level(of: step) else { return 0 }
        let below = steps(of: task)?.map(actions(of:)).max() ?? 0
        return (task.asyncActions?.count ?? 0) + below
    }

    /// Returns the level that a step opens, if it is known before the run.
    static func level(of step: any RSDStep) -> (any RSDTask)? {
        (step as? any RSDSectionStep) ?? (step as? any RSDSubtaskStep)?.task
    }

    // MARK: Names of steps

    /// A key by which an async action names a step: the one at which it starts, or the one after which it stops.
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

    // MARK: Reporting

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

    /// Suggests paths that end in `step`.
    ///
    /// A summary names a step of a section by its path, but authors often write only the last part of the path.
    private func remedy(forWayTo step: String, in level: SummaryLevel) -> String {
        guard faults.count < NearestName.suggestions else { return remedy(for: step, among: []) }
        let ways = level.ways
        let meant = ways.filter { $0.hasSuffix("/\(step)") }
        return meant.isEmpty
            ? remedy(for: step, among: Set(ways)) : "write \(NearestName.list(of: meant))"
    }
}
