// The state of a run: one of these for the task, and one for each section or subtask that is open.
// It decides where the run goes, dates the results, and leaves the doing to a task controller. How
// it decides is in the extensions: moves, their parts, the history, and saved runs.

internal import FoundationEssentials
public import Timebase

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
    /// The result so far; its history may be put into any order, also with several entries of one step, of which
    /// the last counts.
    ///
    /// `updateResult` is the way that costs least: any other has the whole history looked through once.
    public var taskResult: any RSDTaskResult {
        didSet {
            isHistoryKnown = false
            unsaved.noteResult()
            noteUnsaved()
        }
    }
    public internal(set) var currentStep: (any RSDStep)? { didSet { noteUnsaved() } }
    /// The section or subtask that is open.
    public internal(set) var currentChild: RSDTaskViewModel? { didSet { noteUnsaved() } }
    /// The cohorts; those of the root hold.
    public var cohorts: Set<String> = []
    /// The cohorts that the run took over: what differs from them is its own doing.
    package var recalledCohorts: Set<String> = []
    /// The rules that hold for every step; those of the root hold.
    public var trackingRules: [any RSDTrackingRule] = []
    /// Answers of other runs, by step and question, which a host hands in; those of the root hold.
    public var storedAnswers: [String: [String: AnswerValue]] = [:]
    /// What the task was answered when it was run before; that of the root holds.
    public var trackedAnswers: (any RSDTaskResult)?
    /// Who keeps what tasks track from run to run; that of the root holds.
    public var dataManager: (any RSDDataStorageManager)?
    /// Whether instructions are short; that of the root holds.
    public var shouldShowAbbreviatedInstructions = false
    /// Which sections and subtasks are shown as one step; that of the root holds.
    public var isShownAsOneStep: (@MainActor (any RSDStep) -> Bool)?
    open var isForwardEnabled: Bool { true }

    /// Sections and subtasks that were open, for going back into them.
    var children: [String: RSDTaskViewModel] = [:]
    /// How often each step was shown.
    var visits: [String: Int] = [:]
    /// The levels of steps that are shown before the run comes to them.
    var levelsBeside: [String: RSDTaskViewModel] = [:]
    /// Whether this is the level of such a step.
    var isBesideRun = false
    /// Whether it has been left.
    var isVisitOver = false
    /// Whether the level's task has been given what it left behind when it was run before.
    var isTrackingSetUp = false
    /// Does what a button does, as whoever runs the task; that of the root holds.
    package var performAction: (@MainActor (RSDUIActionType) -> Void)?
    /// Where in the result's history each step is.
    var history = HistoryIndex()
    /// Whether nobody has changed the result since but by `edit`, which only puts entries at the end or replaces some.
    var isHistoryKnown = true
    /// Results of steps that one has gone back from.
    var shelf = ResultShelf()
    /// What moves leave behind for the next one.
    var pending = PendingMove()
    /// What is not saved yet.
    var unsaved = UnsavedChanges()

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
        taskResult = Self.freshResult(of: task, named: identifier)
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
            taskRunUUID: parent?.taskResult.taskRunUUID ?? .random(),
            schemaInfo: taskInfo.taskInfo.schemaInfo,
            startDate: Date(timekeeper.reading().realtime)
        )
    }

    public var currentStepIdentifier: String? { currentStep?.identifier }

    open func previousResult(for step: any RSDStep) -> (any RSDResult)? {
        earlierResult(of: step.identifier)
    }

    // MARK: Moving

    /// Goes on from where the run stands.
    open func moveForward() -> PathDecision { decideForward() }

    /// Goes back.
    open func moveBackward() -> PathDecision { decideBackward() }

    /// Goes to a step of this level, of an open one within it, or of one above.
    ///
    /// The words of `RSDIdentifier` lead where they lead in a rule. A step that nobody knows leads
    /// nowhere.
    open func jump(to identifier: String) -> PathDecision { decideJump(to: identifier) }

    /// Leaves the task, wherever it stands; once the recorders have stopped, `closeOpenLevels`
    /// carries up what was recorded and answered.
    open func exit() -> PathDecision { decideExit() }

    /// Gives this level's result to the level above, which goes on without it.
    open func closeLevel() { giveResultUp() }

    /// Takes over the task that was fetched, keeping the run's identifier and what was recorded.
    open func didFetch(_ task: any RSDTask) { take(task) }

    private func take(_ task: any RSDTask) {
        // What the place of the task says of it has precedence over what the task says of itself.
        let schema = taskInfoStep?.taskInfo.schemaInfo ?? task.schemaInfo
        var fresh = Self.freshResult(of: task, named: identifier)
        fresh.schemaInfo = schema ?? RSDSchemaInfoObject(identifier: identifier)
        fresh.taskRunUUID = taskResult.taskRunUUID
        fresh.asyncResults = Self.merged(fresh.asyncResults, taskResult.asyncResults)
        fresh.startDate = taskResult.startDate
        fresh.endDate = taskResult.endDate
        taskResult = fresh
        history = HistoryIndex()
        self.task = task
        takeUpSavedLevel()
    }

    /// What a task knows before anything has recorded, and what was recorded by then, which holds.
    private static func merged(
        _ known: [any RSDResult]?,
        _ recorded: [any RSDResult]?
    ) -> [any RSDResult]? {
        guard let known, let recorded else { return known ?? recorded }
        let names = Set(recorded.map(\.identifier))
        return known.filter { !names.contains($0.identifier) } + recorded
    }

    /// A result that the level above finds by the identifier of the step it came from.
    private static func freshResult(
        of task: any RSDTask,
        named identifier: String?
    ) -> any RSDTaskResult {
        let result = task.instantiateTaskResult()
        guard let identifier, identifier != result.identifier,
            let plain = result as? RSDTaskResultObject
        else { return result }
        return RSDTaskResultObject(
            identifier: identifier,
            taskRunUUID: plain.taskRunUUID,
            schemaInfo: plain.schemaInfo,
            startDate: plain.startDate,
            endDate: plain.endDate,
            stepHistory: plain.stepHistory,
            asyncResults: plain.asyncResults
        )
    }
}

/// What a move leaves behind for the next one.
struct PendingMove {
    /// Where the run stood, and at which step, before a move that takes several decisions.
    var departure: Departure?
    /// How this level has ended, until its result has gone up.
    var ending: StepDestination.Ending?
    /// How the level within this one has ended.
    var innerEnding: StepDestination.Ending?
    /// The step to go to once the levels within this one are closed.
    var jumpTarget: String?
    /// What is to be done when the task has been fetched.
    var afterFetch: AfterFetch?
    /// The part of a saved run that waits for its task.
    var saved: PathSnapshot?

    /// The start of a move.
    struct Departure {
        var position: PathPosition
        var step: (any RSDStep)?
        /// Whether a step or section was named that is behind.
        var isReverse = false
    }

    /// Where a level goes once its task is there, other than on.
    enum AfterFetch {
        /// To the step that a saved run stands at.
        case resume
        /// To its last step, when one comes back into it.
        case returnToEnd
    }
}
