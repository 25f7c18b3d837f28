// The state of a run: one object for the task, and one for each section or subtask that was opened. These objects, the
// levels, decide which step follows, and date the results; a task controller carries out their decisions. The
// extensions hold the moves, the code they share, the history, and saved runs.

internal import FoundationEssentials
public import Timebase

/// The state of one level of a run.
@MainActor
open class RSDTaskViewModel: RSDHistoryPathComponent {
    public let identifier: String
    public private(set) weak var parent: (any RSDPathComponent)?
    /// The task; `nil` until it is fetched.
    public private(set) var task: (any RSDTask)?
    /// The step that describes the task and how to fetch it; `nil` if the task needs no fetching.
    public let taskInfoStep: (any RSDTaskInfoStep)?
    /// The clock that dates the results.
    public let timekeeper: any Timekeeper
    /// The result so far; if its history has several entries of one step, only the last counts.
    ///
    /// Change it with `updateResult`, which is fastest. After any other change, the whole history is searched once.
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
    /// The participant's cohorts; only those of the root count.
    public var cohorts: Set<String> = []
    /// The cohorts that were stored when the run began; `cohorts` differs from them by the changes of this run.
    package var recalledCohorts: Set<String> = []
    /// The rules that apply to every step; only those of the root count.
    public var trackingRules: [any RSDTrackingRule] = []
    /// Answers of other runs, by step and question, given by the host; only those of the root count.
    public var storedAnswers: [String: [String: AnswerValue]] = [:]
    /// The result of an earlier run of the task; only that of the root counts.
    public var trackedAnswers: (any RSDTaskResult)?
    /// The store for what tasks track from run to run; only that of the root counts.
    public var dataManager: (any RSDDataStorageManager)?
    /// Whether instructions are abbreviated; only that of the root counts.
    public var shouldShowAbbreviatedInstructions = false
    /// Decides which sections and subtasks are shown as one step; only that of the root counts.
    public var isShownAsOneStep: (@MainActor (any RSDStep) -> Bool)?
    open var isForwardEnabled: Bool { true }

    /// The levels of sections and subtasks that were open, so that the run can go back into them.
    var children: [String: RSDTaskViewModel] = [:]
    /// How often each step was shown.
    var visits: [String: Int] = [:]
    /// The levels of steps that a host shows before the run reaches them.
    var levelsBeside: [String: RSDTaskViewModel] = [:]
    /// True if this is the level of a step that a host shows before the run reaches it.
    var isBesideRun = false
    /// True if the step of a level with `isBesideRun` was left.
    var isVisitOver = false
    /// True if the level's task was given the data of its last run.
    var isTrackingSetUp = false
    /// Performs the action of a button, set by the runner; only that of the root counts.
    package var performAction: (@MainActor (RSDUIActionType) -> Void)?
    /// The index of the result's history.
    var history = HistoryIndex()
    /// True if the result was only changed through `edit` since `history` was updated.
    ///
    /// Callers of `edit` append or replace entries, or update `history` themselves. After any other change the index
    /// is rebuilt.
    var isHistoryKnown = true
    /// The results of steps that the participant has gone back from.
    var previous = PreviousResults()
    /// State that one move leaves for the next.
    var pending = PendingMove()
    /// What has not been saved yet.
    var unsaved = UnsavedChanges()

    /// Creates the state of a run of a task, or of a section or subtask within it.
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

    /// Creates the state of a run of a task that must be fetched first.
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

    /// Goes to the next step.
    open func moveForward() -> PathDecision { decideForward() }

    /// Goes to the previous step.
    open func moveBackward() -> PathDecision { decideBackward() }

    /// Goes to a step of this level, of an open level within it, or of a level above.
    ///
    /// The words of `RSDIdentifier` have the same meaning as in a rule. An unknown step leads nowhere.
    open func jump(to identifier: String) -> PathDecision { decideJump(to: identifier) }

    /// Leaves the task.
    ///
    /// Once the recorders have stopped, call `closeOpenLevels`, which collects all answers and recordings in the
    /// root's result.
    open func exit() -> PathDecision { decideExit() }

    /// Passes this level's result to the level above, which continues without this level.
    open func closeLevel() { giveResultUp() }

    /// Adopts a fetched task; keeps the identifier of the run and what was recorded.
    open func didFetch(_ task: any RSDTask) { take(task) }

    private func take(_ task: any RSDTask) {
        // The schema that the step gives overrides that of the fetched task.
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

    /// Returns the async results of the task and those recorded so far; of equal identifiers, the recorded ones win.
    private static func merged(
        _ known: [any RSDResult]?,
        _ recorded: [any RSDResult]?
    ) -> [any RSDResult]? {
        guard let known, let recorded else { return known ?? recorded }
        let names = Set(recorded.map(\.identifier))
        return known.filter { !names.contains($0.identifier) } + recorded
    }

    /// Creates a result with the identifier of the step, by which the level above finds it.
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

/// State that one move leaves for the next.
struct PendingMove {
    /// The position and step before a move that takes several decisions.
    var departure: Departure?
    /// How this level has ended, until its result was passed to the level above.
    var ending: StepDestination.Ending?
    /// How the level within this one has ended.
    var innerEnding: StepDestination.Ending?
    /// The step to go to once the levels within this one are closed.
    var jumpTarget: String?
    /// What to do once the task has been fetched.
    var afterFetch: AfterFetch?
    /// The part of a saved run that waits for its task.
    var saved: PathSnapshot?

    /// The start of a move.
    struct Departure {
        var position: PathPosition
        var step: (any RSDStep)?
        /// True if the move named a step or section that was shown before.
        var isReverse = false
    }

    /// What a level does once its task is fetched, instead of going forward.
    enum AfterFetch {
        /// Show the step that the saved run was saved at.
        case resume
        /// Show its last step, because the participant goes back into the level.
        case returnToEnd
    }
}
