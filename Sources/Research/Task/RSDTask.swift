// What a task is, as far as running it needs to know. A section is a task of its own level.

/// Steps that belong together, and what goes on while they are shown.
public protocol RSDTask: AnyObject, SendableMetatype, RSDUIActionHandler {
    /// The identifier, unique among the tasks of a study.
    var identifier: String { get }
    /// The word that names the kind of navigation.
    var taskType: RSDTaskType { get }
    /// The name and revision of the result's form.
    var schemaInfo: RSDSchemaInfoObject? { get }
    /// Whose work it is.
    var copyright: String? { get }
    /// Whether answers of earlier runs take part in it.
    var usesTrackedData: Bool { get }
    /// Which step follows which.
    var stepNavigator: any RSDStepNavigator { get }
    /// What goes on while steps are shown.
    var asyncActions: [any RSDAsyncActionConfiguration]? { get }
    /// A result for a run; whoever runs the task gives it its dates and the run's UUID.
    func instantiateTaskResult() -> any RSDTaskResult
    /// Throws every fault that can be found before a run.
    func validate() throws
}

/// A step that is several steps.
public protocol RSDSectionStep: RSDStep, RSDTask {
    /// The steps.
    var steps: [any RSDStep] { get }
}

/// A step that is a whole task.
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
    /// The name of its picture.
    var icon: String? { get }
    /// How long it takes.
    var estimatedMinutes: Int { get }
    var schemaInfo: RSDSchemaInfoObject? { get }
}

/// A step that stands for a task that is fetched when its turn comes.
public protocol RSDTaskInfoStep: RSDStep {
    /// What is known of the task.
    var taskInfo: any RSDTaskInfo { get }
    /// What fetches it.
    var taskTransformer: (any RSDTaskTransformer)? { get }
}

/// What fetches a task, or a step.
public protocol RSDTaskTransformer: Sendable {
    /// How long it takes, in seconds; 0 if it is at hand.
    var estimatedFetchTime: Double { get }
    /// Fetches the task.
    func fetchTask(by factory: RSDFactory) async throws -> sending any RSDTask
    /// Reads the step, at once.
    func step(by factory: RSDFactory) throws -> any RSDStep
}
