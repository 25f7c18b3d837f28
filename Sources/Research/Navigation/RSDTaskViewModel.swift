// The state of a run: one of these for the task, and one for each section or subtask that is open.
// It decides where the run goes, dates the results, and leaves the doing to a task controller.

internal import FoundationEssentials
public import Timebase

/// The name that earlier versions of the field gave the same thing.
public typealias RSDTaskPath = RSDTaskViewModel

/// The state of one level of a run.
@MainActor
open class RSDTaskViewModel: RSDHistoryPathComponent {
    public let identifier: String
    public private(set) weak var parent: (any RSDPathComponent)?
    /// The task; `nil` until it is fetched.
    public private(set) var task: (any RSDTask)?
    /// What is known of the task before it is fetched.
    public let taskInfoStep: (any RSDTaskInfoStep)?
    /// The time that results are dated by.
    public let timekeeper: any Timekeeper
    public var taskResult: any RSDTaskResult
    /// Results of steps that one has gone back from.
    public internal(set) var previousResults: [any RSDResult] = []
    public internal(set) var currentStep: (any RSDStep)?
    /// The section or subtask that is open.
    public internal(set) var currentChild: RSDTaskViewModel?
    /// Sections and subtasks that were open, for going back into them.
    var children: [String: RSDTaskViewModel] = [:]
    /// The cohorts; those of the root hold.
    public var cohorts: Set<String> = []
    /// The rules that hold for every step; those of the root hold.
    public var trackingRules: [any RSDTrackingRule] = []
    /// Whether instructions are short; that of the root holds.
    public var shouldShowAbbreviatedInstructions = false
    open var isForwardEnabled: Bool { true }

    /// The state of a run of a task, or of a section or subtask within one.
    public init(
        task: any RSDTask,
        identifier: String? = nil,
        parent: RSDTaskViewModel? = nil,
        timekeeper: any Timekeeper
    ) {
        self.identifier = identifier ?? task.identifier
        self.task = task
        self.parent = parent
        self.timekeeper = timekeeper
        taskInfoStep = nil
        taskResult = task.instantiateTaskResult()
        taskResult.startDate = Date(timekeeper.reading().realtime)
        taskResult.endDate = taskResult.startDate
        if let parent { taskResult.taskRunUUID = parent.taskResult.taskRunUUID }
    }

    /// The state of a run of a task that has still to be fetched.
    public init(
        taskInfo: any RSDTaskInfoStep,
        parent: RSDTaskViewModel? = nil,
        timekeeper: any Timekeeper
    ) {
        identifier = taskInfo.identifier
        task = nil
        taskInfoStep = taskInfo
        self.parent = parent
        self.timekeeper = timekeeper
        taskResult = RSDTaskResultObject(
            identifier: taskInfo.identifier,
            taskRunUUID: parent?.taskResult.taskRunUUID ?? UUID(),
            schemaInfo: taskInfo.taskInfo.schemaInfo,
            startDate: Date(timekeeper.reading().realtime)
        )
    }

    public var currentStepIdentifier: String? { currentStep?.identifier }

    open func previousResult(for step: any RSDStep) -> (any RSDResult)? {
        taskResult.findResult(for: step.identifier)
            ?? previousResults.last { $0.identifier == step.identifier }
    }

    // MARK: Moving

    /// Goes on from where this level stands.
    open func moveForward() -> PathDecision { decideForward() }

    /// Goes back.
    open func moveBackward() -> PathDecision { decideBackward() }

    /// Leaves the task, wherever it stands; what was recorded and answered goes up with it.
    open func exit() -> PathDecision { .endTask(isEarlyExit: true) }

    /// Gives this level's result to the level above, which goes on without it.
    open func closeLevel() { giveResultUp() }

    /// Takes over the task that was fetched, keeping the run's identifier and what was recorded.
    open func didFetch(_ task: any RSDTask) { take(task) }

    private func take(_ task: any RSDTask) {
        var fresh = task.instantiateTaskResult()
        fresh.taskRunUUID = taskResult.taskRunUUID
        fresh.asyncResults = taskResult.asyncResults
        fresh.startDate = taskResult.startDate
        fresh.endDate = taskResult.endDate
        taskResult = fresh
        self.task = task
    }
}
