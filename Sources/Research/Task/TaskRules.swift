// What must hold of a task before it is run, whoever made it. Every fault is told, not the first.

/// Everything that is wrong with a task.
public struct RSDValidationError: Error, Sendable, Hashable {
    /// The faults, in the order in which they stand in the task.
    public var faults: [RSDTaskFileError]

    public init(faults: [RSDTaskFileError]) {
        self.faults = faults
    }
}

extension RSDValidationError: CustomStringConvertible {
    public var description: String { faults.map(\.description).joined(separator: "\n") }
}

/// Checks tasks.
struct TaskRules {
    private var faults: [RSDTaskFileError] = []

    /// Throws all that is wrong with a task.
    static func check(_ task: any RSDTask) throws {
        var rules = TaskRules()
        rules.check(task, at: JSONPath())
        if !rules.faults.isEmpty { throw RSDValidationError(faults: rules.faults) }
    }

    private mutating func check(_ task: any RSDTask, at path: JSONPath) {
        let steps = Self.steps(of: task)
        checkSteps(steps ?? [], at: path.appending("steps"))
        if let actions = task.asyncActions, !actions.isEmpty {
            checkActions(
                actions,
                stepsBelow: steps.map(Self.identifiers),
                at: path.appending("asyncActions")
            )
        }
        if let steps { checkMarkers(of: task, steps, at: path.appending("progressMarkers")) }
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

    /// The steps of a level, where its class tells them.
    private static func steps(of task: any RSDTask) -> [any RSDStep]? {
        (task as? RSDTaskObject)?.steps ?? (task as? any RSDSectionStep)?.steps
    }

    /// The identifiers of steps, and of all that are below them.
    private static func identifiers(of steps: [any RSDStep]) -> Set<String> {
        steps.reduce(into: []) { known, step in
            known.insert(step.identifier)
            let inner =
                switch step {
                case let section as any RSDSectionStep: section.steps
                case let subtask as any RSDSubtaskStep: Self.steps(of: subtask.task) ?? []
                default: [any RSDStep]()
                }
            known.formUnion(identifiers(of: inner))
        }
    }

    private mutating func checkMarkers(
        of task: any RSDTask,
        _ steps: [any RSDStep],
        at path: JSONPath
    ) {
        let markers =
            (task as? RSDTaskObject)?.progressMarkers
            ?? (task as? RSDSectionStepObject)?.progressMarkers
        let known = Set(steps.map(\.identifier))
        for (number, marker) in (markers ?? []).enumerated() where !known.contains(marker) {
            tell(
                "there is no step '\(marker)' at this level",
                at: path.appending(number),
                remedy: remedy(for: marker, among: known)
            )
        }
    }

    // MARK: Async actions

    private mutating func checkActions(
        _ actions: [any RSDAsyncActionConfiguration],
        stepsBelow known: Set<String>?,
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
            if let known {
                let ends = [
                    ("startStepIdentifier", action.startStepIdentifier),
                    ("stopStepIdentifier", action.stopStep),
                ]
                for (key, step) in ends {
                    guard let step, !known.contains(step) else { continue }
                    tell(
                        "there is no step '\(step)' at this level or below",
                        at: place.appending(key),
                        remedy: remedy(for: step, among: known)
                    )
                }
            }
            collect(at: place) { try action.validate() }
        }
    }

    // MARK: Telling

    private mutating func tell(_ what: String, at path: JSONPath, remedy: String) {
        faults.append(RSDTaskFileError(what, at: path, remedy: remedy))
    }

    private mutating func collect(at path: JSONPath, _ check: () throws -> Void) {
        do {
            try check()
        } catch let error as RSDValidationError {
            faults += error.faults.map { $0.prefixed(by: path.components) }
        } catch {
            faults.append(RSDTaskFileError(error).prefixed(by: path.components))
        }
    }

    private func remedy(for word: String, among known: Set<String>) -> String {
        let isShort = faults.count < NearestName.suggestions
        let nearest = isShort ? NearestName.of(word, among: known.sorted()) : nil
        return nearest.map { "write '\($0)'" }
            ?? "write the identifier of a step, or leave it out"
    }
}
