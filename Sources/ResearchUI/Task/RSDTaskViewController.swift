// The controller of a task. Its body is the index of what a subclass can override, as the field
// documents it; what is decided and driven is the engine's, whose calls come to these members first.

public import Foundation
public import Research
public import TaskEngine
public import Timebase
public import ViewTree

/// Runs a task on a screen: vends the controller of each step, shows one at a time, and does what the
/// task's recorders need.
///
/// What it shows is `screen`; what a person does is given to `receive`. The task starts when it
/// appears for the first time.
open class RSDTaskViewController: UIViewController, RSDTaskController, RSDStepHost,
    UIPageViewControllerDelegate, UIPageViewControllerDataSource, RSDLoadingViewControllerProtocol
{
    // MARK: The run

    /// Hears of the run, and takes the controller off the screen when it has ended.
    open weak var delegate: (any RSDTaskViewControllerDelegate)?
    /// What steps need of the machine; to be set before the task starts.
    public final var services = StepServices() { didSet { routedServices = nil } }
    /// The language, and the words that buttons and questions have; what is on screen follows them.
    public final var words = StepWords() { didSet { noteWords(instead: oldValue) } }
    /// The state of the run, `nil` without a task; whoever sets it does so before the task starts.
    public var taskPath: RSDTaskPath! {
        get { hasTask ? engine.taskViewModel : nil }
        set { take(newValue) }
    }
    /// The state of the run; of a controller that has no task, that of an empty one.
    public var taskViewModel: RSDTaskViewModel { engine.taskViewModel }
    /// What decides and drives the run; a host gives it what keeps progress and tracked answers.
    public internal(set) final var engine: TaskEngine
    /// What decodes tasks that are fetched, and steps of an app's own types.
    open var factory: RSDFactory? {
        get { engine.factory }
        set { engine.factory = newValue }
    }
    /// Whether the run can be left and taken up again: unless somebody has said so, where progress is
    /// kept.
    open var canSaveTaskProgress: Bool {
        get { toldCanSave ?? engine.canSaveTaskProgress }
        set { toldCanSave = newValue }
    }
    /// What makes the controllers of async actions that do not make their own, by type.
    public final var makers: [RSDAsyncActionType: TaskEngine.AsyncActionMaker] {
        get { engine.makers }
        set { engine.makers = newValue }
    }
    /// The screens of steps that bring no controller; a host adds its own before the task starts.
    public final var screens = RSDScreens()

    /// How long a touch may be on its way: a step that counts them waits so long, once its time is over, for what was
    /// done before.
    public final var touchDelay = Duration.zero
    /// How many streams an active step without plots of its own shows of what is recorded meanwhile; unasked, none.
    public final var mostPlots = 0

    // MARK: Making it

    /// A controller with a layout of a name; its `taskPath` is set before it is shown.
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

    /// A controller for a task.
    public init(task: any RSDTask) {
        engine = TaskEngine(task: task)
        super.init(nibName: nil, bundle: nil)
        engine.host = self
        hasTask = true
    }

    /// A controller for a task that has still to be fetched.
    public init(taskInfo: any RSDTaskInfoStep) {
        engine = TaskEngine(taskInfo: taskInfo)
        super.init(nibName: nil, bundle: nil)
        engine.host = self
        hasTask = true
    }

    /// A controller for a run that has not begun, or is taken up again.
    public init(taskViewModel: RSDTaskViewModel) {
        engine = TaskEngine(path: taskViewModel)
        super.init(nibName: nil, bundle: nil)
        engine.host = self
        hasTask = true
    }

    /// A controller for a task, and the time that it is run by.
    public convenience init(task: any RSDTask, timekeeper: any Timekeeper) {
        self.init(taskViewModel: RSDTaskViewModel(task: task, timekeeper: timekeeper))
    }

    /// A controller for a task that has still to be fetched, and the time that it is run by.
    public convenience init(taskInfo: any RSDTaskInfoStep, timekeeper: any Timekeeper) {
        self.init(taskViewModel: RSDTaskViewModel(taskInfo: taskInfo, timekeeper: timekeeper))
    }

    isolated deinit { abandonRun() }

    /// Comes on screen and runs the task to its end, with somebody who does what a person would.
    ///
    /// The participant goes the way of a person: through the same step controllers, their timers and their rules.
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
    /// The controller that a theme asks for; `nil` where nobody has registered it.
    open func instantiateViewController(
        with viewTheme: any RSDViewThemeElement
    ) -> (any UIViewController & RSDStepController)? { registeredController(of: viewTheme) }
    /// The controller of a step that nobody else makes one for.
    open func vendDefaultViewController(
        for step: any RSDStep
    ) -> (any UIViewController & RSDStepController) { defaultController(for: step) }
    /// What shows the present step.
    public var currentStepController: (any RSDStepController)? {
        visited ?? awaitedInfo ?? engine.currentStepController
    }
    /// What shows the present step, as a controller of views.
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
    /// The controller of an async action that nobody else makes one for: there is none.
    open func vendDefaultAsyncActionController(
        for configuration: any RSDAsyncActionConfiguration
    ) -> (any RSDAsyncActionController)? { nil }
    /// An async action has failed: an error result is recorded, and the action is let go.
    open func asyncActionController(
        _ controller: any RSDAsyncActionController,
        didFailWith error: any Error
    ) { engine.asyncActionController(controller, didFailWith: error) }
    /// An async action is open and running.
    open func asyncActionControllerDidStart(_ controller: any RSDAsyncActionController) {}
    /// Gives all async actions up at once.
    public func cancelAllAsyncActions() { engine.cancelAllAsyncActions() }
    /// The async actions that are asked, start, run or stop.
    public var currentAsyncControllers: [any RSDAsyncActionController] {
        engine.currentAsyncControllers
    }
    /// Makes the controllers of async actions of the present level; they are idle.
    public func addAsyncActions(
        with configurations: [any RSDAsyncActionConfiguration],
        completion: @escaping @MainActor ([any RSDAsyncActionController]) -> Void
    ) { completing.addAsyncActions(with: configurations, completion: completion) }
    /// Starts async actions; tells when they run, or have failed.
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
    /// Stops async actions and attaches what they recorded; tells when that is done.
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
    /// What keeps speech and recorders going while the screen is off; ends with the task.
    public internal(set) var audioSession: AVAudioSession?
    /// Keeps the machine awake from now on, if it is not yet.
    public func startBackgroundAudioSessionIfNeeded() { startAudioSession() }

    // MARK: Loading

    /// Shows that a task is being fetched: by its info step, if the delegate wants that, else by an
    /// element of progress.
    open func showLoading(for taskInfo: any RSDTaskInfoStep) { beginLoading(taskInfo) }
    /// Goes on with the task that was fetched; where its info step is on screen, when the participant
    /// wants to.
    open func handleFinishedLoading() { goOnAfterLoading() }
    /// Shows no more that something is awaited.
    open func hideLoadingIfNeeded() { endLoading() }
    /// What the element of progress is put into.
    open var loadingContainerView: UIView! { view }

    // MARK: Moving

    /// Shows a step, of the run or of the host's own, and tells whether it is on screen.
    ///
    /// The run stays where it is, and goes on from there; its step has stopped before the other begins.
    /// What a step is answered that the run has still to come to is no part of its history until then.
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
    /// Goes on from the present step; starts a run that has not begun, or could not.
    open func goForward() { move { await $0.goForward() } }
    /// Goes back from the present step.
    open func goBack() { move { await $0.goBack() } }
    /// Goes on at another step, forward or back; while a move is under way, after it.
    open func jump(to identifier: String) {
        move(fromAnywhere: true) { await $0.jump(to: identifier) }
    }
    /// Takes note that the step's own time is over, and it stays on screen.
    open func stepFinished() { engine.stepFinished() }
    /// Takes note that the present step was answered.
    open func answersDidChange() { engine.answersDidChange() }
    public final var tellsWhenStepMayBegin: Bool { true }
    /// Whether the screen is on and shows the task, as the last event of it says, else the services.
    public final var isInForeground: Bool { toldForeground ?? services.isInForeground() }
    /// Takes note that something else has the machine for a while, or has it no more.
    ///
    /// The timer of its step stands until the end of the interruption, also one that would have
    /// started in it; if it may not run again then, the task fails. A step whose
    /// `shouldEndOnInterrupt` is set ends the task as failed at once. Where the delegate has a failed
    /// task wait, the timer stands until the end of an interruption says that it may run.
    public final func handleInterruption(_ interruption: RSDInterruption) {
        meet(interruption, by: .host)
    }

    // MARK: Ending

    /// A task could not be fetched, or not go on; `goForward` tries again where the delegate waits.
    open func handleTaskFailure(with error: any Error) { endWithFailure(error) }
    /// The task is over, by its last step or by an early exit.
    open func handleTaskCompleted() { engine.handleTaskCompleted() }
    /// The result is whole: at the end, or when the last step is shown and nothing leads back.
    open func handleTaskResultReady(with taskPath: RSDTaskPath) { tellResultReady(taskPath) }
    /// The participant leaves the task.
    open func handleTaskCancelled(shouldSave: Bool) {
        engine.handleTaskCancelled(shouldSave: shouldSave)
    }

    // MARK: Pages

    /// What shows one step controller at a time.
    public internal(set) var pageViewController:
        (any UIViewController & RSDPageViewControllerProtocol)!
    /// What shows pages, where the layout has put one into this controller.
    open func findPageViewController() -> (any UIViewController & RSDPageViewControllerProtocol)? {
        firstPageController
    }
    /// Puts what shows pages into this controller, where its layout has none.
    open func addPageViewController() -> (any UIViewController & RSDPageViewControllerProtocol) {
        addedPageController()
    }
    open override func loadView() { view = UIStackView(name: "task", role: .stack) }
    /// Sets up what shows pages.
    open override func viewDidLoad() {
        super.viewDidLoad()
        view.words = words
        setUpPages()
    }
    /// Starts the task, if that has not been done.
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
    /// The screen is pushed back: there is no controller for that, but the task goes back if it can.
    open func pageViewController(
        _ pageViewController: UIPageViewController,
        viewControllerBefore viewController: UIViewController
    ) -> UIViewController? {
        followSwipe(.goBackward, on: viewController)
        return nil
    }
    /// The screen is pushed on: there is no controller for that, but the task goes on if it can.
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
    /// The services of its steps, made when they are asked for.
    final var routedServices: StepServices?
    /// Makes a mark; it is there while something records.
    final let markButton = UIButton(name: "mark")
    /// Tells of recorders that are not to run unnoticed; it is there while one does.
    final let noticeLabel = UILabel(name: "notice", role: .caption)
    /// What reads the files of screens.
    final let resourceThread = StoreThread()
    override func followerDidLeave() { cues.followerDidLeave() }
    final var hasTask = false
    final var hasBegun = false
    /// Who takes the place of a person: timers wait until it wants to wait for them.
    final var participant: (any TaskParticipant)?
    /// What lies on top of the screen and is to be answered.
    final lazy var questions = QuestionBoard(of: self)
    /// What the participant has allowed in this run, or refused.
    final var consents: [RSDStandardPermissionType: RSDAuthorizationStatus] = [:]
    /// How many moves somebody has asked for that have not ended.
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
    /// The info of a task that is being fetched, while it is on screen.
    final var awaitedInfo: (any UIViewController & RSDStepController)?
    /// What a host has navigated to, beside the run.
    final var visited: (any UIViewController & RSDStepController)? {
        engine.visitor as? any UIViewController & RSDStepController
    }
    /// What was left for a visit beside the run, and not come back to yet.
    final weak var leftForVisit: (any UIViewController & RSDStepController)?
    final var toldForeground: Bool?
    /// Whether something else has the machine.
    public final var isInterrupted: Bool { !interrupters.isEmpty }
    /// Who has it.
    final var interrupters: Set<Interrupter> = []
    /// The step whose timer stands because of an interruption.
    final weak var interrupted: RSDStepViewController?
    /// The forms with a completion that every task controller has; this class has them by name as well.
    private var completing: any RSDTaskController { self }
}
