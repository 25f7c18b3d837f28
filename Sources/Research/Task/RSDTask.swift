// What a runner must know of a task. A section counts as a task, too. The steps and async actions of one task or
// section, without those of the sections in it, are called a level.

/// Steps that belong together, and the async actions that run while they are shown.
public protocol RSDTask: AnyObject, SendableMetatype, RSDUIActionHandler {
    /// The identifier, unique among the tasks of a study.
    var identifier: String { get }
    /// The `type` word, which names the kind of navigation.
    var taskType: RSDTaskType { get }
    /// The name and revision of the result's schema.
    var schemaInfo: RSDSchemaInfoObject? { get }
    /// The copyright notice.
    var copyright: String? { get }
    /// Whether the task uses answers of its earlier runs.
    var usesTrackedData: Bool { get }
    /// Decides which step follows which.
    var stepNavigator: any RSDStepNavigator { get }
    /// The async actions that run while steps are shown.
    var asyncActions: [any RSDAsyncActionConfiguration]? { get }
    /// Creates a result for a run; the runner sets its dates and the UUID of the run.
    func instantiateTaskResult() -> any RSDTaskResult
    /// Throws all faults that can be found before a run.
    func validate() throws
}

/// A step that contains several steps.
public protocol RSDSectionStep: RSDStep, RSDTask {
    /// The steps.
    var steps: [any RSDStep] { get }
}

/// A step that contains a whole task.
public protocol RSDSubtaskStep: RSDStep {
    /// The task.
    var task: any RSDTask { get }
}

/// What is known of a task before it is fetched.
public protocol RSDTaskInfo: Sendable {
    var identifier: String { get }
    var title: String? { get }
    var subtitle: String? { get }
    var detail: String? { get }
    /// The name of its icon.
    var icon: String? { get }
    /// How many minutes the task takes; 0 if unknown.
    var estimatedMinutes: Int { get }
    var schemaInfo: RSDSchemaInfoObject? { get }
}

/// A placeholder step for a task that is fetched when the run reaches it.
public protocol RSDTaskInfoStep: RSDStep {
    /// What is known of the task.
    var taskInfo: any RSDTaskInfo { get }
    /// Fetches the task; `nil` if there is nothing to fetch it from.
    var taskTransformer: (any RSDTaskTransformer)? { get }
}

/// Fetches a task or a step.
public protocol RSDTaskTransformer: Sendable {
    /// The expected fetch time in seconds; 0 if the task is available at once.
    var estimatedFetchTime: Double { get }
    /// Fetches the task.
    func fetchTask(by factory: RSDFactory) async throws -> sending any RSDTask
    /// Returns the step; does not wait for anything.
    func step(by factory: RSDFactory) throws -> any RSDStep
}
