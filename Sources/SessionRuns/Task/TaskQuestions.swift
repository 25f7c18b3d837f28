// Collects the questions of a task before it runs, so that mistakes in a file of prepared answers are reported at once
// and not at the end of the run.

package import Research

/// A step of a task, and what it asks.
package struct AskingStep: Sendable {
    /// The sections around it, the outermost first.
    package var sections: [String]
    /// Its identifier.
    package let identifier: String
    /// Its questions, in the order of its form; `nil` if the step accepts any answer.
    package let questions: [String]?
    /// Those of its questions whose answer may be an object.
    let objectQuestions: Set<String>

    /// Describes a step, without the sections around it.
    init(_ step: any RSDStep) {
        sections = []
        identifier = step.identifier
        questions = TaskQuestions.questions(of: step)
        let fields = (step as? any RSDFormUIStep)?.inputFields ?? []
        objectQuestions = Set(fields.filter { $0.kind.answer == .codable }.map(\.identifier))
    }
}

/// The steps of a task, and what they ask.
package struct TaskQuestions {
    /// The steps, in the order of the task.
    package private(set) var steps: [AskingStep] = []
    /// False if some steps are unknown, for instance if a task that is fetched during the run is not available now.
    package private(set) var areAll = true
    /// The questions by step identifier, merged over all sections; `nil` for a step that accepts any answer.
    package private(set) var byStep: [String: [String]?] = [:]
    /// The steps of the resources fetched so far, with their sections counted from the resource.
    ///
    /// Without this cache, twenty files that each name the next one twice would be fetched a million times.
    private var fetched: [String: [AskingStep]] = [:]

    /// A task nested deeper than this is treated as part of a cycle, and is not searched.
    private static let depthLimit = 20
    /// The maximum number of steps that are collected.
    private static let stepLimit = 100_000

    /// Collects the questions of a task and of the tasks that it fetches.
    package init(of task: any RSDTask, by factory: RSDFactory) async {
        await steps = self.steps(of: task, factory, depth: 0)
        for step in steps { note(step) }
    }

    private mutating func steps(
        of task: any RSDTask,
        _ factory: RSDFactory,
        depth: Int
    ) async -> [AskingStep] {
        guard let steps = (task as? RSDTaskObject)?.steps, depth < Self.depthLimit else {
            areAll = false
            return []
        }
        return await looked(through: steps, factory, depth: depth)
    }

    private mutating func looked(
        through steps: [any RSDStep],
        _ factory: RSDFactory,
        depth: Int
    ) async -> [AskingStep] {
        var found: [AskingStep] = []
        for step in steps {
            found.append(AskingStep(step))
            let inner =
                switch step {
                case let info as any RSDTaskInfoStep: await self.steps(in: info, factory, depth)
                case let section as any RSDSectionStep:
                    await looked(through: section.steps, factory, depth: depth)
                case let subtask as any RSDSubtaskStep:
                    await self.steps(of: subtask.task, factory, depth: depth + 1)
                default: [AskingStep]()
                }
            guard found.count + inner.count <= Self.stepLimit else {
                areAll = false
                break
            }
            found += inner.map {
                var within = $0
                within.sections.insert(step.identifier, at: 0)
                return within
            }
        }
        return found
    }

    private mutating func steps(
        in info: any RSDTaskInfoStep,
        _ factory: RSDFactory,
        _ depth: Int
    ) async -> [AskingStep] {
        let resource = (info.taskTransformer as? RSDResourceTransformerObject)?.resourceName
        if let resource, let known = fetched[resource] { return known }
        guard let task = try? await info.taskTransformer?.fetchTask(by: factory) else {
            areAll = false
            return []
        }
        // Without this entry, a file that names itself would be fetched again and again.
        if let resource { fetched[resource] = [] }
        let found = await steps(of: task, factory, depth: depth + 1)
        if let resource { fetched[resource] = found }
        return found
    }

    /// Adds a step to `byStep`; steps of the same identifier in different sections share their entry.
    private mutating func note(_ step: AskingStep) {
        guard let known = byStep[step.identifier] else {
            byStep[step.identifier] = .some(step.questions)
            return
        }
        let both: [String]? = known.flatMap { known in
            step.questions.map { known + $0.filter { !known.contains($0) } }
        }
        byStep[step.identifier] = .some(both)
    }

    /// Returns the questions of one step; `nil` if it accepts any answer.
    package static func questions(of step: any RSDStep) -> [String]? {
        // Only the app knows the questions of a step of its own type.
        step is RSDGenericStepObject
            ? nil : (step as? any RSDFormUIStep)?.inputFields.map(\.identifier) ?? []
    }
}
