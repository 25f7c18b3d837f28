// The task controller without a view. What happens to recorders is decided by `AsyncActionFleet`,
// where the run goes by the path; this class carries both out and holds what has a life of its own.

public import Research
public import Timebase

/// Runs a task.
///
/// A task view controller has one, and is its host. A host with controllers of its own overrides `navigate` and
/// `vendDefaultStepController`, or is its delegate, and calls `start`, `goForward` and the like.
@MainActor
open class TaskEngine: RSDTaskController {
    /// Makes the controller of an async action; `nil` where this machine cannot do what is asked.
    public typealias AsyncActionMaker =
        @MainActor (any RSDAsyncActionConfiguration, RSDTaskViewModel)
        -> (any RSDAsyncActionController)?

    public let taskViewModel: RSDTaskViewModel
    public weak var delegate: (any TaskEngineDelegate)?
    /// Whoever shows the run on a screen; without one the engine is asked itself.
    package weak var host: (any TaskRunHost)?
    open var factory: RSDFactory?
    /// What makes controllers of async actions that do not make their own, by type.
    public var makers: [RSDAsyncActionType: AsyncActionMaker] = [:]
    /// Where progress is kept; without it, none is.
    public var progressKeeper: ProgressKeeper?
    /// What the task takes over from earlier runs, and leaves to later ones; without it, nothing.
    public var trackedData: TrackedData?
    /// How long a recorder may take to start, in the machine's own time.
    public final var startLimit: Duration {
        get { limits.start }
        set { limits.start = newValue }
    }
    /// How long a recorder may take to stop.
    public final var stopLimit: Duration {
        get { limits.stop }
        set { limits.stop = newValue }
    }
    /// How long after that it may take to close its files, once it has been cancelled.
    public final var cancelLimit: Duration {
        get { limits.cancel }
        set { limits.cancel = newValue }
    }
    public internal(set) var currentStepController: (any RSDStepController)?
    /// What did not go as it should, and did not end the run.
    public internal(set) var notes: [String] = [] {
        didSet {
            for note in notes.dropFirst(oldValue.count) { noteDidCome?(note) }
        }
    }
    /// Told of each note when it comes.
    package var noteDidCome: (@MainActor (String) -> Void)?
    /// How the run has ended, once it has.
    public final var finishReason: TaskFinishReason? { state.finishReason }
    /// What ended the run, if an error did.
    public final var finishError: (any Error)? { state.error }
    /// The reminder that the participant wants who has left the task, by its identifier.
    public package(set) final var reminder: String?
    /// Whether speech and recording must go on while the screen is off.
    public final var needsBackgroundAudio: Bool { state.needsBackgroundAudio }
    /// Whether the participant is shown that something is awaited.
    public final var isLoading: Bool { state.isLoading }
    /// Whether the run is being ended: nothing moves any more.
    package final var isEnding: Bool { state.isEnding }
    /// Whether a move is being carried out.
    package final var isMoving: Bool { state.isMoving }
    /// Whether a move waits for what is left: nobody goes beside the run any more, nor back to its step.
    package final var isLeavingStep: Bool { state.isLeavingStep }

    final var state = RunState()
    var fleet = AsyncActionFleet()
    /// Those that have still to be carried out, and the one that is.
    var events: [AsyncActionFleet.Event] = []
    var gates: [AsyncActionFleet.Gate: [CheckedContinuation<Void, Never>]] = [:]
    var crew: [AsyncActionFleet.Key: CrewMember] = [:]
    /// What is being started; a controller may be given up meanwhile.
    var starting: Set<AsyncActionFleet.Key> = []
    /// How long one waits for recorders.
    package final var limits = RecorderLimits()
    var resumption: (decision: PathDecision, active: [AsyncActionFleet.ActionName])?
    /// Where its stores are reached.
    package final let storeThread = StoreThread()
    final let progressWriter: ProgressWriter
    /// Told of a controller that is open and running, before any subclass is.
    package var actionDidStart: (@MainActor (any RSDAsyncActionController) -> Void)?
    /// What was there when the run was taken up: its recorders go on in files of their own, which
    /// replace none of these.
    package var earlierFiles: Set<String> = []
    /// What a recorder had recorded before it failed and was begun again: what it records then replaces none of it.
    var keptResults: Set<KeptResult> = []
    /// Whether progress goes when the run has ended; otherwise whoever writes the result says when.
    package var forgetsProgress = true
    var lastMove: StepMove?
    /// What a host shows beside the run; it is left as the run's own step is.
    package var visitor: (any RSDStepController)?
    /// What was shown beside the run, while it stops.
    var leavingVisitors: [any RSDStepController] = []
    /// Whether somebody knows that progress cannot be kept.
    var unkept = UnkeptProgress.none
    var newsWaiters: [CheckedContinuation<Void, Never>] = []

    /// An engine for a run that has not begun.
    public init(path: RSDTaskViewModel) {
        taskViewModel = path
        progressWriter = ProgressWriter(on: storeThread)
        path.isShownAsOneStep = { [weak self] step in
            guard let self else { return false }
            if let section = step as? any RSDSectionStep {
                return !asked.shouldPageSectionSteps(for: section)
            }
            if let info = step as? any RSDTaskInfoStep {
                return !asked.shouldFetchSubtask(for: info)
            }
            return false
        }
        path.performAction = { [weak self] in self?.perform($0) }
    }

    /// An engine for a task.
    public convenience init(task: any RSDTask, timekeeper: any Timekeeper = LiveTimekeeper()) {
        self.init(path: RSDTaskViewModel(task: task, timekeeper: timekeeper))
    }

    /// An engine for a task that has still to be fetched.
    public convenience init(
        taskInfo: any RSDTaskInfoStep,
        timekeeper: any Timekeeper = LiveTimekeeper()
    ) {
        self.init(path: RSDTaskViewModel(taskInfo: taskInfo, timekeeper: timekeeper))
    }

    /// The name that earlier versions of the field gave the state of the run.
    public final var taskPath: RSDTaskPath { taskViewModel }

    /// Whether the run is over.
    public final var isOver: Bool { finishReason != nil }

    open var canSaveTaskProgress: Bool { progressKeeper != nil }

    open var currentAsyncControllers: [any RSDAsyncActionController] {
        fleet.members.compactMap { crew[$0.key]?.controller }
    }

    // MARK: Steps

    /// The controller of a step: the delegate's, the step's own, that of its theme, or the default.
    open func stepController(
        for step: any RSDStep,
        in path: RSDTaskViewModel
    ) -> (any RSDStepController)? {
        if let made = delegate?.taskEngine(self, stepControllerFor: step, in: path) { return made }
        if let vendor = step as? any RSDStepControllerVendor,
            let made = vendor.instantiateStepController(with: path)
        {
            return made
        }
        if let theme = (step as? any RSDDesignableUIStep)?.viewTheme,
            let made = instantiateStepController(with: theme, for: step, in: path)
        {
            return made
        }
        return vendDefaultStepController(for: step, in: path)
    }

    /// The controller that a theme asks for; `nil` where the theme is not known.
    open func instantiateStepController(
        with viewTheme: any RSDViewThemeElement,
        for step: any RSDStep,
        in path: RSDTaskViewModel
    ) -> (any RSDStepController)? { nil }

    /// The controller of a step that nobody else makes one for: there is none.
    open func vendDefaultStepController(
        for step: any RSDStep,
        in path: RSDTaskViewModel
    ) -> (any RSDStepController)? { nil }

    open func navigate(
        to step: any RSDStep,
        from previousStep: (any RSDStep)?,
        direction: RSDStepDirection
    ) async -> Bool { true }

    // MARK: Async actions

    /// The controller of an async action: the delegate's, the configuration's own, that of the maker
    /// of its type, or the default.
    open func asyncActionController(
        for configuration: any RSDAsyncActionConfiguration,
        in path: RSDTaskViewModel
    ) -> (any RSDAsyncActionController)? {
        if let made = delegate?.taskEngine(self, asyncActionControllerFor: configuration, in: path)
        {
            return made
        }
        if let vendor = configuration as? any RSDAsyncActionControllerVendor,
            let made = vendor.instantiateController(with: path)
        {
            return made
        }
        if let maker = makers[configuration.asyncActionType],
            let made = maker(configuration, path)
        {
            return made
        }
        return vendDefaultAsyncActionController(for: configuration, in: path)
    }

    /// The controller of an async action that nobody else makes one for: there is none.
    open func vendDefaultAsyncActionController(
        for configuration: any RSDAsyncActionConfiguration,
        in path: RSDTaskViewModel
    ) -> (any RSDAsyncActionController)? { nil }

    open func addAsyncActions(
        with configurations: [any RSDAsyncActionConfiguration],
        path: RSDTaskPath
    ) async -> [any RSDAsyncActionController] { add(configurations, path) }

    open func requestPermission(for controllers: [any RSDAsyncActionController]) async {
        await ask(controllers)
    }

    open func startAsyncActions(
        for controllers: [any RSDAsyncActionController],
        showLoading: Bool
    ) async { await startAll(controllers, showLoading) }

    open func stopAsyncActions(
        for controllers: [any RSDAsyncActionController],
        showLoading: Bool
    ) async { await stopAll(controllers, showLoading) }

    open func cancelAllAsyncActions() { send(.cancelAll) }

    /// Puts a mark with a name into the files of all that record, each at the same instant.
    public final func mark(_ name: String, at instant: BootInstant) {
        for recorder in everyRecorder { recorder.mark(name, at: instant) }
    }

    /// Whether something records that takes marks.
    package final var takesMarks: Bool {
        runningRecorders.contains(where: \.takesMarks)
    }

    /// What records now, for the run or for a step that records by itself.
    package final var runningRecorders: [any RSDAsyncActionController] {
        everyRecorder.filter { $0.status == .running }
    }

    private var everyRecorder: [any RSDAsyncActionController] {
        currentAsyncControllers
            + stepsShown.compactMap { $0 as? any RecordingStepController }.flatMap(\.recorders)
    }

    open func asyncActionController(
        _ controller: any RSDAsyncActionController,
        didFailWith error: any Error
    ) { noteFailure(of: controller, error) }

    /// A controller is open and running.
    open func asyncActionControllerDidStart(_ controller: any RSDAsyncActionController) {}

    /// Speech and recording must go on from now on while the screen is off.
    open func startBackgroundAudioSessionIfNeeded() { state.needsBackgroundAudio = true }

    // MARK: Fetching

    open func shouldFetchSubtask(for step: any RSDTaskInfoStep) -> Bool { true }

    open func shouldPageSectionSteps(for step: any RSDSectionStep) -> Bool { true }

    open func showLoading(for taskInfo: any RSDTaskInfoStep) { state.isLoading = true }

    open func hideLoadingIfNeeded() { state.isLoading = false }

    open func handleFinishedLoading() {
        currentStepController?.didFinishLoading()
        state.goesOnAfterFetch = true
    }

    // MARK: Ending

    open func handleTaskFailure(with error: any Error) {
        endLoading()
        switch delegate?.taskEngine(self, didFailWith: error) ?? .giveUp {
        case .wait: break
        case .giveUp:
            state.fail()
            Task { await finish(.failed, error) }
        }
    }

    open func handleTaskResultReady(with taskPath: RSDTaskPath) {
        delegate?.taskEngine(self, readyToSave: taskPath)
    }

    open func handleTaskCompleted() { tellFinished() }

    /// The run is over, however it has ended: the delegate is told.
    open func handleTaskDidFinish(with reason: TaskFinishReason, error: (any Error)?) {
        delegate?.taskEngine(self, didFinishWith: reason, error: error)
    }

    open func handleTaskCancelled(shouldSave: Bool) {
        // At once: whoever calls this sees afterwards whether the task is being left.
        Task.immediate { await cancel(shouldSave: shouldSave) }
    }
}
