// The controller of a task. The class body lists all members that a subclass can override, as SageResearch documents
// them. The `engine` makes the decisions and drives the run, and calls these members first.

public import FoundationTypes
public import Research
public import TaskEngine
public import Timebase
public import ViewTree

/// Runs a task on a screen: makes the controller of each step, shows one at a time, and runs the
/// task's recorders.
///
/// `screen` describes what it shows, and `receive` handles the person's input. The task starts when the controller
/// appears for the first time.
open class RSDTaskViewController: UIViewController, RSDTaskController, RSDStepHost,
    UIPageViewControllerDelegate, UIPageViewControllerDataSource, RSDLoadingViewControllerProtocol
{
    // MARK: The run

    /// Receives the reports of the run, and removes the controller from the screen at its end.
    open weak var delegate: (any RSDTaskViewControllerDelegate)?
    /// The machine's services for steps; set them before the task starts.
    public final var services = StepServices() { didSet { routedServices = nil } }
    /// The language and the texts of buttons and questions; the screen follows changes.
    public final var words = StepWords() { didSet { noteWords(instead: oldValue) } }
    /// The state of the run, `nil` without a task; set it before the task starts.
    public var taskPath: RSDTaskPath! {
        get { hasTask ? engine.taskViewModel : nil }
        set { take(newValue) }
    }
    /// The state of the run; for a controller without a task, that of an empty one.
    public var taskViewModel: RSDTaskViewModel { engine.taskViewModel }
    /// Decides and drives the run; a host sets its stores of progress and tracked answers.
    public internal(set) final var engine: TaskEngine
    /// Decodes tasks that are fetched, and steps of an app's own types.
    open var factory: RSDFactory? {
        get { engine.factory }
        set { engine.factory = newValue }
    }
    /// Whether the run can be saved and resumed; unless it is set, true if progress is kept.
    open var canSaveTaskProgress: Bool {
        get { toldCanSave ?? engine.canSaveTaskProgress }
        set { toldCanSave = newValue }
    }
    /// The makers of controllers, by type, for async actions that do not make their own.
    public final var makers: [RSDAsyncActionType: TaskEngine.AsyncActionMaker] {
        get { engine.makers }
        set { engine.makers = newValue }
    }
    /// The screens of steps that make no controller themselves; a host adds its own before the task starts.
    public final var screens = RSDScreens()

    /// How long a touch may take to be transmitted.
    ///
    /// A step that counts touches waits for this time at its end, for touches that were made before.
    public final var touchDelay = Duration.zero
    /// How many recorded streams an active step without plots of its own shows; 0 by default.
    public final var mostPlots = 0

    // MARK: Making it

    /// Creates a controller with a named layout; set its `taskPath` before it is shown.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        engine = TaskEngine(path: Self.emptyPath())
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        engine.host = self
    }

    public required init?(coder aDecoder: NSCoder) {
        engine = TaskEngine(path: Self.emptyPath())
        super.init(coder: aDecoder)
        engine.host = self
    }

    /// Creates a controller for a task.
    public init(task: any RSDTask) {
        engine = TaskEngine(task: task)
        super.init(nibName: nil, bundle: nil)
        engine.host = self
        hasTask = true
    }

    /// Creates a controller for a task that has still to be fetched.
    public init(taskInfo: any RSDTaskInfoStep) {
        engine = TaskEngine(taskInfo: taskInfo)
        super.init(nibName: nil, bundle: nil)
        engine.host = self
        hasTask = true
    }

    /// Creates a controller for a run that has not begun, or is to be resumed.
    public init(taskViewModel: RSDTaskViewModel) {
        engine = TaskEngine(path: taskViewModel)
        super.init(nibName: nil, bundle: nil)
        engine.host = self
        hasTask = true
    }

    /// Creates a controller for a task, with the clock of the run.
    public convenience init(task: any RSDTask, timekeeper: any Timekeeper) {
        self.init(taskViewModel: RSDTaskViewModel(task: task, timekeeper: timekeeper))
    }

    /// Creates a controller for a task that has still to be fetched, with the clock of the run.
    public convenience init(taskInfo: any RSDTaskInfoStep, timekeeper: any Timekeeper) {
        self.init(taskViewModel: RSDTaskViewModel(taskInfo: taskInfo, timekeeper: timekeeper))
    }

    isolated deinit { abandonRun() }

    /// Appears on screen and runs the task to its end, with a participant that acts in place of a person.
    ///
    /// The participant uses the same step controllers as a person, with their timers and rules.
    public final func run(with participant: any TaskParticipant) async -> TaskFinishReason {
        self.participant = participant
        defer { self.participant = nil }
        return await ParticipantDriver(participant, of: self).run()
    }

    // MARK: Steps

    /// The controller of a step: the delegate's, the step's own, that of its theme, or the default.
    open func viewController(for step: any RSDStep) -> (any UIViewController & RSDStepController) {
        toldViewController(for: step) ?? vendDefaultViewController(for: step)
    }
    /// The controller that a theme asks for; `nil` if none is registered for it.
    open func instantiateViewController(
        with viewTheme: any RSDViewThemeElement
    ) -> (any UIViewController & RSDStepController)? { registeredController(of: viewTheme) }
    /// The controller of a step that nothing else makes one for.
    open func vendDefaultViewController(
        for step: any RSDStep
    ) -> (any UIViewController & RSDStepController) { defaultController(for: step) }
    /// The controller of the present step.
    public var currentStepController: (any RSDStepController)? {
        visited ?? awaitedInfo ?? engine.currentStepController
    }
    /// The controller of the present step, as a view controller.
    open var currentStepViewController: (any UIViewController & RSDStepController)? {
        currentStepController as? (any UIViewController & RSDStepController)
    }
    /// Whether the task of a step is fetched.
    open func shouldFetchSubtask(for step: any RSDTaskInfoStep) -> Bool { true }
    /// Whether the steps of a section are shown one by one.
    open func shouldPageSectionSteps(for step: any RSDSectionStep) -> Bool { true }

    // MARK: Async actions

    /// The controller of an async action: the delegate's, the configuration's own, that of the maker of
    /// its type, or the default.
    open func asyncActionController(
        for configuration: any RSDAsyncActionConfiguration
    ) -> (any RSDAsyncActionController)? { toldAsyncActionController(for: configuration) }
    /// The controller of an async action that nothing else makes one for; `nil` unless a subclass overrides it.
    open func vendDefaultAsyncActionController(
        for configuration: any RSDAsyncActionConfiguration
    ) -> (any RSDAsyncActionController)? { nil }
    /// Records an error result for an async action that has failed, and removes the action.
    open func asyncActionController(
        _ controller: any RSDAsyncActionController,
        didFailWith error: any Error
    ) { engine.asyncActionController(controller, didFailWith: error) }
    /// Called when an async action is open and running.
    open func asyncActionControllerDidStart(_ controller: any RSDAsyncActionController) {}
    /// Cancels all async actions at once.
    public func cancelAllAsyncActions() { engine.cancelAllAsyncActions() }
    /// The controllers of all async actions in use: asking for permission, starting, running or stopping.
    public var currentAsyncControllers: [any RSDAsyncActionController] {
        engine.currentAsyncControllers
    }
    /// Makes the controllers of async actions of the present level, without starting them.
    public func addAsyncActions(
        with configurations: [any RSDAsyncActionConfiguration],
        completion: @escaping @MainActor ([any RSDAsyncActionController]) -> Void
    ) { completing.addAsyncActions(with: configurations, completion: completion) }
    /// Starts async actions; calls the handler when they run, or have failed.
    public func startAsyncActions(
        for controllers: [any RSDAsyncActionController],
        showLoading: Bool,
        completion: @escaping @MainActor () -> Void
    ) {
        completing.startAsyncActions(
            for: controllers,
            showLoading: showLoading,
            completion: completion
        )
    }
    /// Stops async actions and attaches their results; calls the handler when that is done.
    public func stopAsyncActions(
        for controllers: [any RSDAsyncActionController],
        showLoading: Bool,
        completion: @escaping @MainActor () -> Void
    ) {
        completing.stopAsyncActions(
            for: controllers,
            showLoading: showLoading,
            completion: completion
        )
    }
    open func addAsyncActions(
        with configurations: [any RSDAsyncActionConfiguration],
        path: RSDTaskPath
    ) async -> [any RSDAsyncActionController] {
        await engine.addAsyncActions(with: configurations, path: path)
    }
    open func requestPermission(for controllers: [any RSDAsyncActionController]) async {
        await engine.requestPermission(for: controllers)
    }
    open func startAsyncActions(
        for controllers: [any RSDAsyncActionController],
        showLoading: Bool
    ) async {
        if showLoading { showLoadingView() }
        await engine.startAsyncActions(for: controllers, showLoading: showLoading)
    }
    open func stopAsyncActions(
        for controllers: [any RSDAsyncActionController],
        showLoading: Bool
    ) async {
        if showLoading { showLoadingView() }
        await engine.stopAsyncActions(for: controllers, showLoading: showLoading)
    }
    /// Keeps speech and recorders going while the screen is off; ends with the task.
    public internal(set) var audioSession: AVAudioSession?
    /// Keeps the machine awake from now on, if it is not yet.
    public func startBackgroundAudioSessionIfNeeded() { startAudioSession() }

    // MARK: Loading

    /// Shows that a task is being fetched, by its info step if the delegate wants that, or else by a loading indicator.
    open func showLoading(for taskInfo: any RSDTaskInfoStep) { beginLoading(taskInfo) }
    /// Goes on with the fetched task; if its info step is on screen, waits for the participant to go on.
    open func handleFinishedLoading() { goOnAfterLoading() }
    /// Hides the loading indicator.
    open func hideLoadingIfNeeded() { endLoading() }
    /// The view that the loading indicator is added to.
    open var loadingContainerView: UIView! { view }

    // MARK: Moving

    /// Shows a step of the run or of the host's own; calls the handler with whether it is on screen.
    ///
    /// The run keeps its position, and goes on from there; its own step stops before the other step begins.
    /// Answers to a step that the run has not come to yet are not part of the step history until it does.
    public func navigate(
        to step: any RSDStep,
        from previousStep: (any RSDStep)?,
        direction: RSDStepDirection,
        completion: (@MainActor (Bool) -> Void)?
    ) {
        completing.navigate(
            to: step,
            from: previousStep,
            direction: direction,
            completion: completion
        )
    }
    open func navigate(
        to step: any RSDStep,
        from previousStep: (any RSDStep)?,
        direction: RSDStepDirection
    ) async -> Bool { await bringOnScreen(step, direction) }
    /// Goes on from the present step; starts a run that has not begun, or whose start failed.
    open func goForward() { move { await $0.goForward() } }
    /// Goes back from the present step.
    open func goBack() { move { await $0.goBack() } }
    /// Goes on at another step, forward or back; waits for a move that is under way.
    open func jump(to identifier: String) {
        move(fromAnywhere: true) { await $0.jump(to: identifier) }
    }
    /// Handles the end of the step's timer; the step stays on screen.
    open func stepFinished() { engine.stepFinished() }
    /// Handles a new answer to the present step.
    open func answersDidChange() { engine.answersDidChange() }
    public final var tellsWhenStepMayBegin: Bool { true }
    /// Whether the screen is on and shows the task, by the last screen event, or else by the services.
    public final var isInForeground: Bool { toldForeground ?? services.isInForeground() }
    /// Handles the beginning or the end of an interruption.
    ///
    /// The timer of the present step is paused until the interruption ends; a timer that would start meanwhile waits.
    /// If the interruption ends without `mayResume`, the task fails. A step with `shouldEndOnInterrupt` fails the task
    /// at once. If the delegate answers a failure with `wait`, the timer stays paused until an interruption ends with
    /// `mayResume`.
    public final func handleInterruption(_ interruption: RSDInterruption) {
        meet(interruption, by: .host)
    }

    // MARK: Ending

    /// Handles a task that cannot be fetched, or cannot go on; `goForward` tries again if the delegate waits.
    open func handleTaskFailure(with error: any Error) { endWithFailure(error) }
    /// Handles the end of the task, by its last step or by an early exit.
    open func handleTaskCompleted() { engine.handleTaskCompleted() }
    /// Reports that the result is complete: at the end, or when the last step is shown and the participant cannot go
    /// back.
    open func handleTaskResultReady(with taskPath: RSDTaskPath) { tellResultReady(taskPath) }
    /// Ends the run because the participant leaves the task.
    open func handleTaskCancelled(shouldSave: Bool) {
        engine.handleTaskCancelled(shouldSave: shouldSave)
    }

    // MARK: Pages

    /// The controller that shows one step controller at a time.
    public internal(set) var pageViewController:
        (any UIViewController & RSDPageViewControllerProtocol)!
    /// The page controller that the layout has put into this controller, if any.
    open func findPageViewController() -> (any UIViewController & RSDPageViewControllerProtocol)? {
        firstPageController
    }
    /// Adds a page controller, if the layout has none.
    open func addPageViewController() -> (any UIViewController & RSDPageViewControllerProtocol) {
        addedPageController()
    }
    open override func loadView() { view = UIStackView(name: "task", role: .stack) }
    /// Sets up the page controller.
    open override func viewDidLoad() {
        super.viewDidLoad()
        view.words = words
        setUpPages()
    }
    /// Starts the task, unless it has started before.
    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        (pageViewController as UIViewController?)?.viewWillAppear(animated)
        startIfNeeded()
    }
    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        (pageViewController as UIViewController?)?.viewDidAppear(animated)
    }
    open override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        (pageViewController as UIViewController?)?.viewWillDisappear(animated)
    }
    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        (pageViewController as UIViewController?)?.viewDidDisappear(animated)
    }
    /// Handles a swipe back: returns no controller, but the task goes back if it can.
    open func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerBefore viewController: UIViewController
    ) -> UIViewController? {
        followSwipe(.goBackward, on: viewController)
        return nil
    }
    /// Handles a swipe forward: returns no controller, but the task goes on if it can.
    open func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerAfter viewController: UIViewController
    ) -> UIViewController? {
        followSwipe(.goForward, on: viewController)
        return nil
    }
    @discardableResult
    open override func receive(_ event: ViewEvent) -> Bool { take(event) }

    // MARK: What the extensions keep

    final lazy var cues = CueRouter(of: self)
    /// The services for its steps, made when they are first needed.
    final var routedServices: StepServices?
    /// The button that makes a mark; shown while something records.
    final let markButton = UIButton(name: "mark")
    /// Shows the notices of recorders that must not run unnoticed.
    final let noticeLabel = UILabel(name: "notice", role: .caption)
    /// The thread that reads the files of screens.
    final let resourceThread = StoreThread()
    override func followerDidLeave() { cues.followerDidLeave() }
    final var hasTask = false
    final var hasBegun = false
    /// The participant that acts in place of a person; timers start only when it wants to wait for them.
    final var participant: (any TaskParticipant)?
    /// The questions on top of the screen.
    final lazy var questions = QuestionBoard(of: self)
    /// The permissions that the participant has granted or refused in this run.
    final var consents: [RSDStandardPermissionType: RSDAuthorizationStatus] = [:]
    /// How many requested moves have not ended.
    final var movesAsked = 0
    /// How many steps have come on screen.
    final var visits = 0
    final override var visit: Int? { visits }
    final override var isLeaving: Bool {
        (currentStepController as? UIViewController)?.isLeaving ?? false
    }
    /// Whether a move was asked for, or is being carried out.
    final var isMoving: Bool { movesAsked > 0 || engine.isMoving }
    final var toldCanSave: Bool?
    /// The step that a controller is being made for, and the level that it belongs to.
    final var beingMade: (step: any RSDStep, level: RSDTaskViewModel)?
    /// The level whose async action is being made.
    final var levelOfAction: RSDTaskViewModel?
    /// The info step of a task that is being fetched, while it is on screen.
    final var awaitedInfo: (any UIViewController & RSDStepController)?
    /// The step outside the run that a host shows.
    final var visited: (any UIViewController & RSDStepController)? {
        engine.visitor as? any UIViewController & RSDStepController
    }
    /// The run's step that was left for a step outside the run, until the run returns to it.
    final weak var leftForVisit: (any UIViewController & RSDStepController)?
    final var toldForeground: Bool?
    /// Whether an interruption is going on.
    public final var isInterrupted: Bool { !interrupters.isEmpty }
    /// The sources of the present interruptions.
    final var interrupters: Set<Interrupter> = []
    /// The step whose timer is paused by an interruption.
    final weak var interrupted: RSDStepViewController?
    /// This object as a task controller, whose completion-handler functions have the same names as those here.
    private var completing: any RSDTaskController { self }
}
