// What a task will ask, looked up before it runs: whoever prepares answers should not have to wait for
// its end to hear of a slip.

package import Research

/// The steps of a task, and what they ask.
package struct TaskQuestions {
    /// The questions of each step; `nil` for a step that takes any answer.
    package private(set) var byStep: [String: [String]?] = [:]
    /// Whether these are all: a task that is fetched while another runs may not be at hand.
    package private(set) var areAll = true
    /// The resources that were fetched.
    ///
    /// One that several steps name asks the same each time, and twenty files that each name the
    /// next one twice would be fetched a million times.
    private var fetched: Set<String> = []

    /// More tasks than this within each other are a circle.
    private static let depthLimit = 20

    /// Looks through a task, and the tasks that it fetches.
    package init(of task: any RSDTask, by factory: RSDFactory) async {
        await add(task, factory, depth: 0)
    }

    private mutating func add(_ task: any RSDTask, _ factory: RSDFactory, depth: Int) async {
        guard let steps = (task as? RSDTaskObject)?.steps, depth < Self.depthLimit else {
            areAll = false
            return
        }
        var waiting = steps
        while let step = waiting.popLast() {
            add(step)
            switch step {
            case let info as any RSDTaskInfoStep:
                let resource = info.taskTransformer as? RSDResourceTransformerObject
                if let resource, !fetched.insert(resource.resourceName).inserted { continue }
                let task = try? await info.taskTransformer?.fetchTask(by: factory)
                if let task {
                    await add(task, factory, depth: depth + 1)
                } else {
                    areAll = false
                }
            case let section as any RSDSectionStep: waiting += section.steps
            case let subtask as any RSDSubtaskStep:
                await add(subtask.task, factory, depth: depth + 1)
            default: break
            }
        }
    }

    /// Steps in two sections may have one identifier: an answer is for both.
    private mutating func add(_ step: any RSDStep) {
        let asked = Self.questions(of: step)
        guard let known = byStep[step.identifier] else {
            byStep[step.identifier] = .some(asked)
            return
        }
        let both: [String]? = known.flatMap { known in asked.map { known + $0 } }
        byStep[step.identifier] = .some(both)
    }

    /// The questions of one step; `nil` for one that takes any answer.
    package static func questions(of step: any RSDStep) -> [String]? {
        // What a step of an app's own type asks, only the app knows.
        step is RSDGenericStepObject
            ? nil : (step as? any RSDFormUIStep)?.inputFields.map(\.identifier) ?? []
    }
}
