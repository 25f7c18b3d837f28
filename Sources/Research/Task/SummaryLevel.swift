// Finds the answers that a summary step may show, to check before a run that they can exist. An answer is reported as
// missing only if no run can give it. Recorders, steps other than forms, and tasks that are fetched during the run may
// give any answer, so nothing is reported where one of these may give it.

/// A level of a task, as seen by a summary step that looks for an answer.
final class SummaryLevel {
    private unowned let around: SummaryLevel?
    private let task: any RSDTask
    /// The steps; `nil` if they are known only during the run.
    private let steps: [any RSDStep]?
    private lazy var byName = Dictionary(
        (steps ?? []).map { ($0.identifier, $0) },
        uniquingKeysWith: { first, _ in first }
    )
    private var below: [String: SummaryLevel] = [:]

    init(_ task: any RSDTask, in around: SummaryLevel? = nil) {
        self.task = task
        self.around = around
        steps = TaskRules.steps(of: task)
    }

    /// Returns the level that a section or subtask contains; `nil` for any other step.
    func level(below step: any RSDStep) -> SummaryLevel? {
        if let known = below[step.identifier] { return known }
        let inner: any RSDTask
        switch step {
        case let section as any RSDSectionStep: inner = section
        case let subtask as any RSDSubtaskStep: inner = subtask.task
        default: return nil
        }
        let level = SummaryLevel(inner, in: self)
        below[step.identifier] = level
        return level
    }

    /// True for a section in a file of its own: the levels around it are in other files, so their steps are unknown.
    private var isPart: Bool {
        let type = (task as? RSDTaskObject)?.taskType.rawValue
        return around == nil
            && (task is any RSDSectionStep || type == RSDStepType.section.rawValue)
    }

    // MARK: Steps

    /// Returns the steps that a summary step of this level can mean by `name`; empty if there are none.
    ///
    /// Returns `nil` if that is known only during the run.
    func stepsMeant(by name: String) -> [any RSDStep]? {
        guard let here = steps(named: name) else { return nil }
        if let around { return around.stepsMeant(by: name).map { here + $0 } }
        return isPart && here.isEmpty ? nil : here
    }

    /// Returns a step of this level, or of a level below if the name is a path such as `section/step`.
    private func steps(named name: String) -> [any RSDStep]? {
        guard steps != nil else { return nil }
        if let step = byName[name] { return [step] }
        guard let slash = name.firstIndex(of: "/"), let step = byName[String(name[..<slash])]
        else { return [] }
        if let level = level(below: step) {
            return level.steps(named: String(name[name.index(after: slash)...]))
        }
        switch step {
        case is any RSDTaskInfoStep, is RSDGenericStepObject: return nil
        default: return []
        }
    }

    /// The paths of all steps that a summary step of this level can name.
    var ways: [String] { waysBelow + (around?.ways ?? []) }

    private var waysBelow: [String] {
        (steps ?? []).flatMap { step in
            [step.identifier]
                + (level(below: step)?.waysBelow ?? []).map { "\(step.identifier)/\($0)" }
        }
    }

    // MARK: Answers

    /// The identifiers of all answers that this level and those below it can give; `nil` if there may be others.
    private(set) lazy var answers: Set<String>? = {
        guard let steps, (task.asyncActions ?? []).isEmpty else { return nil }
        return answers(ofAll: steps)
    }()

    /// The answers of this level, of those below and of those around it; `nil` if there may be others.
    private(set) lazy var answersInReach: Set<String>? = {
        guard let answers else { return nil }
        if let around { return around.answersInReach.map { answers.union($0) } }
        return isPart ? nil : answers
    }()

    /// Returns the answers of the steps; `nil` if there may be others.
    func answers(ofAll steps: [any RSDStep]) -> Set<String>? {
        var all: Set<String> = []
        for step in steps {
            guard let answers = answers(of: step) else { return nil }
            all.formUnion(answers)
        }
        return all
    }

    private func answers(of step: any RSDStep) -> Set<String>? {
        if let level = level(below: step) { return level.answers }
        switch step {
        // A subclass in an app may give any answers, so only these exact classes count.
        case let form as RSDFormUIStepObject where type(of: form) == RSDFormUIStepObject.self:
            return Self.names(of: form.inputFields)
        case let summary as RSDResultSummaryStepObject
        where type(of: summary) == RSDResultSummaryStepObject.self:
            return []
        default: return nil
        }
    }

    private static func names(of fields: [any RSDInputField]) -> Set<String> {
        fields.reduce(into: []) { names, field in
            names.insert(field.identifier)
            if let form = field as? RSDDetailInputFieldObject {
                names.formUnion(Self.names(of: form.inputFields))
            }
        }
    }
}
