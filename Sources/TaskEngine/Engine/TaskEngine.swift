// The task controller without a view. `AsyncActionCoordinator` decides what happens to recorders, and the task view
// model (the path) decides which step follows. This class carries out their decisions, and holds all state of the run.

public import Research
public import Timebase

/// Runs a task.
///
/// A task view controller owns an engine, and is its host. A host with step controllers of its own supplies them in one
/// of two ways: it overrides `navigate` and `vendDefaultStepController` in a subclass, or it is the engine's delegate.
/// It then calls `start`, `goForward` and the other moves.
@MainActor
open class TaskEngine: RSDTaskController {
    /// Makes the controller of an async action; returns `nil` if this machine cannot perform the action.
    public typealias AsyncActionMaker =
        @MainActor (any RSDAsyncActionConfiguration, RSDTaskViewModel)
        -> (any RSDAsyncActionController)?

    public let taskViewModel: RSDTaskViewModel
    public weak var delegate: (any TaskEngineDelegate)?
    /// The object that shows the run on a screen; without one, the engine answers its own questions.
    package weak var host: (any TaskRunHost)?
    open var factory: RSDFactory?
    /// The makers of controllers, by type, for async actions that do not make their own.
    public var makers: [RSDAsyncActionType: AsyncActionMaker] = [:]
    /// Saves the progress of the run; `nil` to save nothing.
    public var progressKeeper: ProgressKeeper?
    /// The cohorts and answers that the run reads from earlier runs and stores for later ones; `nil` to do neither.
    public var trackedData: TrackedData?
    /// How long a recorder may take to start, in real time.
    public final var startLimit: Duration {
        get { limits.start }
        set { limits.start = newValue }
    }
    /// How long a recorder may take to stop.
    public final var stopLimit: Duration {
        get { limits.stop }
        set { limits.stop = newValue }
    }
    /// How long a cancelled recorder may take to close its files.
    public final var cancelLimit: Duration {
        get { limits.cancel }
        set { limits.cancel = newValue }
    }
    public internal(set) var currentStepController: (any RSDStepController)?
    /// Problems that did not end the run.
    public internal(set) var notes: [String] = [] {
        didSet {
            for note in notes.dropFirst(oldValue.count) { noteDidCome?(note) }
        }
    }
    /// Called with each new note.
    package var noteDidCome: (@MainActor (String) -> Void)?
    /// How the run has ended; `nil` until then.
    public final var finishReason: TaskFinishReason? { state.finishReason }
    /// The error that ended the run, if any.
    public final var finishError: (any Error)? { state.error }
    /// The identifier of the reminder that the participant asked for when they left the task.
    public package(set) final var reminder: String?
    /// Whether speech and recording must go on while the screen is off.
    public final var needsBackgroundAudio: Bool { state.needsBackgroundAudio }
    /// Whether the participant sees a loading indicator.
    public final var isLoading: Bool { state.isLoading }
    /// True if the run is ending or over: no further move is made.
    package final var isEnding: Bool { state.isEnding }
    /// Whether a move is being carried out.
    package final var isMoving: Bool { state.isMoving }
    /// True while a move waits for the present step to stop recording.
    ///
    /// Until then, a host must neither show a step beside the run nor return to the run's step.
    package final var isLeavingStep: Bool { state.isLeavingStep }

    final var state = RunState()
    var coordinator = AsyncActionCoordinator()
    /// Events that wait to be processed; the first one is being processed.
    var events: [AsyncActionCoordinator.Event] = []
    var gates: [AsyncActionCoordinator.Gate: [CheckedContinuation<Void, Never>]] = [:]
    var controllers: [AsyncActionCoordinator.Key: RunningController] = [:]
    /// The actions being started; a controller may be cancelled meanwhile.
    var starting: Set<AsyncActionCoordinator.Key> = []
    /// The time limits for recorders.
    package final var limits = RecorderLimits()
    var resumption: (decision: PathDecision, active: [AsyncActionCoordinator.ActionName])?
    /// The thread on which the run uses its stores.
    package final let storeThread = StoreThread()
    final let progressWriter: ProgressWriter
    /// Called with each controller that has started, before `asyncActionControllerDidStart`.
    package var actionDidStart: (@MainActor (any RSDAsyncActionController) -> Void)?
    /// Files that existed when the run was resumed; its recorders write new files, which replace none of these.
    package var earlierFiles: Set<String> = []
    /// Results of recorders that failed and were started again; their new results replace none of these.
    var keptResults: Set<KeptResult> = []
    /// Whether the engine removes saved progress when the run ends; otherwise the writer of the result removes it.
    package var forgetsProgress = true
    var lastMove: StepMove?
    /// A step that a host shows beside the run's own; leaving it stops its recorders, too.
    package var visitor: (any RSDStepController)?
    /// Steps that were shown beside the run and whose recorders are stopping.
    var leavingVisitors: [any RSDStepController] = []
    /// What the participant decided about progress that cannot be saved.
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

    /// The state of the run, under the name that earlier versions of SageResearch gave it.
    public final var taskPath: RSDTaskPath { taskViewModel }

    /// Whether the run is over.
    public final var isOver: Bool { finishReason != nil }

    open var canSaveTaskProgress: Bool { progressKeeper != nil }

    open var currentAsyncControllers: [any RSDAsyncActionController] {
        coordinator.members.compactMap { controllers[$0.key]?.controller }
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

    /// The controller of a step that nothing else makes one for; `nil` unless a subclass overrides it.
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

    /// The controller of an async action that nothing else makes one for; `nil` unless a subclass overrides it.
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

    /// Writes a mark into the files of all recorders, each at the same instant.
    public final func mark(_ name: String, at instant: BootInstant) {
        for recorder in everyRecorder { recorder.mark(name, at: instant) }
    }

    /// True if a running recorder accepts marks.
    package final var takesMarks: Bool {
        runningRecorders.contains(where: \.takesMarks)
    }

    /// The running recorders, both those of the run and those of steps.
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

    /// Called when a controller has started.
    open func asyncActionControllerDidStart(_ controller: any RSDAsyncActionController) {}

    /// Called when speech and recording must go on from now on while the screen is off.
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

    /// Reports the end of the run to the delegate, however it has ended.
    open func handleTaskDidFinish(with reason: TaskFinishReason, error: (any Error)?) {
        delegate?.taskEngine(self, didFinishWith: reason, error: error)
    }

    open func handleTaskCancelled(shouldSave: Bool) {
        // Begin immediately, so that the caller can see afterwards whether the task is being left.
        Task.immediate { await cancel(shouldSave: shouldSave) }
    }
}
