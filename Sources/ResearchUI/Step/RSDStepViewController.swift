// The controller of a step. The class body lists all members that a subclass can override, as SageResearch documents
// them. The extensions implement them, and separate value types make the decisions.

public import FoundationTypes
public import Research
public import TaskEngine
public import ViewTree

/// Shows a step, runs its timer, and performs the actions of its buttons.
///
/// `screen` describes what it shows, and `receive` handles the person's input. A task controller or any other
/// `RSDStepHost` shows it.
open class RSDStepViewController: UIViewController, RSDRunningStepController {
    // MARK: The step

    /// The step and its place in the run; set once, before the controller is shown.
    open var stepViewModel: (any RSDStepViewPathComponent)! {
        didSet { noteModel(instead: oldValue) }
    }
    /// The host that shows it.
    public final weak var host: (any RSDStepHost)?
    /// The colours used if the step defines none.
    open var designSystem: RSDDesignSystem! = RSDDesignSystem()

    /// Makes the `stepViewModel` of a step.
    open func instantiateStepViewModel(
        for step: any RSDStep,
        with parent: (any RSDPathComponent)?
    ) -> any RSDStepViewPathComponent { RSDStepViewModel(step: step, parent: parent) }

    /// The step.
    public var step: any RSDStep { stepViewModel.step }
    /// The step, if it is a UI step.
    public var uiStep: (any RSDUIStep)? { stepViewModel?.step as? any RSDUIStep }
    /// The step, if it defines its own colours and picture.
    public var designableStep: (any RSDDesignableUIStep)? { uiStep as? any RSDDesignableUIStep }
    /// The step, if it has a timer.
    public var activeStep: (any RSDActiveUIStep)? { uiStep as? any RSDActiveUIStep }
    /// The step's result; if the step history has none, a new one is made and added to it.
    open var currentResult: any RSDResult {
        get { resultInHistory() }
        set { stepViewModel.updateStepResult(newValue) }
    }

    // MARK: Making it

    /// Creates a controller for a step.
    public init(step: any RSDStep, parent: (any RSDPathComponent)?) {
        super.init(nibName: nil, bundle: nil)
        stepViewModel = instantiateStepViewModel(for: step, with: parent)
    }

    /// Creates a controller with a named layout; set its `stepViewModel` before it is shown.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    public required init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }

    isolated deinit { screenLock?(false) }

    // MARK: On screen

    /// Whether it is on screen.
    public internal(set) var isVisible = false
    /// Whether it has not been on screen before.
    public internal(set) var isFirstAppearance = true
    /// Whether an alarm calls the participant back if the timer begins while the screen is off.
    open var playAlarmIfBackgrounded: Bool { false }

    open override func loadView() { loadStepView() }
    open override func viewDidLoad() {
        super.viewDidLoad()
        completeLayout()
    }
    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        prepareToAppear()
    }
    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        noteAppearance()
    }
    open override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        noteDisappearance()
    }
    /// Handles the end of loading.
    open func didFinishLoading() { updateButtons() }
    open override func wordsDidChange() {
        super.wordsDidChange()
        sayAnew()
    }

    // MARK: Views

    /// All buttons that were set up, by their actions.
    public internal(set) var registeredButtons: [RSDUIActionType: Set<UIButton>] = [:]
    open var statusBarBackgroundView: UIView?
    open var navigationHeader: RSDStepNavigationView?
    open var navigationFooter: RSDNavigationFooterView?
    open var navigationBody: RSDStepNavigationView? { standingBody }
    open var stepTitleLabel: UILabel? { label(\.titleLabel) }
    open var stepTextLabel: UILabel? { label(\.textLabel) }
    open var stepDetailLabel: UILabel? { label(\.detailLabel) }
    open var nextButton: UIButton? { button(\.nextButton) }
    open var learnMoreButton: UIButton? { button(\.learnMoreButton) }
    /// Whether the participant may go on.
    open var isForwardEnabled: Bool { stepViewModel.isForwardEnabled }

    /// Sets up colours, texts, pictures and buttons.
    open func setupViews() { setUpParts() }
    /// Sets the colours of the parts, if the step defines any.
    open func setupBackgroundColorTheme() { setUpColors() }
    /// The background of a part: the step's, else the design system's.
    open func backgroundColor(for placement: RSDColorPlacement) -> RSDColorTile {
        toldBackground(placement) ?? defaultBackgroundColorTile(for: placement)
    }
    /// The background of a part if the step defines none.
    open func defaultBackgroundColorTile(for placement: RSDColorPlacement) -> RSDColorTile {
        designSystem.backgroundColor(for: placement)
    }
    /// Sets the background of a part, and the colour of its texts.
    open func setColorStyle(for placement: RSDColorPlacement, background: RSDColorTile) {
        paint(placement, background)
    }
    /// Sets the background behind the status bar.
    open func setupStatusBar(with background: RSDColorTile) { paintStatusBar(background) }
    /// Fills the part at the top.
    open func setupHeader(_ header: RSDStepNavigationView) { fillHeader(header) }
    /// Fills the part at the bottom.
    open func setupFooter(_ footer: RSDNavigationFooterView) { fillFooter(footer) }
    /// Fills the buttons and the picture of a part.
    open func setupNavigationView(
        _ navigationView: RSDStepNavigationView,
        placement: RSDColorPlacement
    ) { fill(navigationView, placement) }
    /// The step's picture.
    open var imageTheme: (any RSDImageThemeElement)? { designableStep?.imageTheme }
    /// Whether the picture is at the top, behind everything there.
    open func hasTopBackgroundImage() -> Bool { ImageRules.isAtTop(imageTheme?.placementType) }
    /// Sets up a button: its title, its icon, its action, and whether it is shown.
    open func setupButton(_ button: UIButton?, for actionType: RSDUIActionType, isFooter: Bool) {
        fill(button, actionType, isFooter)
    }
    /// Whether a part shows a picture with this placement.
    open func shouldSetNavigationImage(
        for placement: RSDColorPlacement,
        with imagePlacement: RSDImagePlacementType
    ) -> Bool { ImageRules.stands(imagePlacement, in: placement) }
    /// Disables a button for the time of `services.buttonPause`, so that a double tap counts once.
    public func momentarilyDisableButton(_ button: UIButton) { lock(button) }

    // MARK: Buttons

    /// Ends the step: performs its stop commands, speaks its last instruction, then goes on.
    ///
    /// If the participant is being asked whether to leave the task, it waits for the answer.
    open func goForward() { leaveForward() }
    /// Stops the timer and goes back.
    open func goBack() { leaveBackward() }
    /// Performs the action of the skip button; without one, goes on without ending the step.
    open func skipForward() {
        if !actionTapped(with: .skip) { jumpForward() }
    }
    /// Stops the timer and goes on, without stop commands or last instruction.
    open func jumpForward() { leaveAtOnce() }
    /// Leaves the task; asks for confirmation first, unless nothing would be lost.
    open func cancel() { askToCancel() }
    /// Whether to ask before the task is left: not at its first step while nothing is answered or recorded.
    open func shouldConfirmCancel() -> Bool {
        !stepViewModel.isFirstStep || host?.holdsData == true
    }
    /// Leaves the task.
    open func cancelTask(shouldSave: Bool) { leaveTask(shouldSave) }
    /// Shows more about the step.
    open func showLearnMore() { _ = actionTapped(with: .learnMore) }
    /// Shows the instructions again, in full.
    open func showReviewInstructions() { reviewInstructions() }
    /// Performs the action that the step or task defines for a button; returns false if it defines none.
    open func actionTapped(with actionType: RSDUIActionType) -> Bool { doAction(of: actionType) }
    /// Stores in the step's result where the run goes on.
    open func assignSkipToIdentifier(_ skipToIdentifier: String) { assignSkip(skipToIdentifier) }

    // MARK: Permissions

    /// Informs the participant that a permission is missing; they can try again or leave the task.
    open func handleAuthorizationFailed(
        status: RSDAuthorizationStatus,
        permission: RSDStandardPermission
    ) { tellDenial(status, permission) }
    /// Whether the step has all required permissions; if not, the first one that is missing.
    open func checkAuthorizationStatus() -> (
        status: RSDAuthorizationStatus, permission: RSDStandardPermission?
    ) { firstRefusal() }
    /// The state of a permission.
    open func authorizationStatus(
        for permissionType: RSDStandardPermissionType
    ) -> RSDAuthorizationStatus { services.authorization(permissionType) }
    /// The permissions that the step requires.
    open func requiredPermissions() -> [RSDStandardPermission]? {
        permissions { !$0.isOptional }
    }
    /// The permissions that the step requests from the participant.
    open func requestedPermissions() -> [RSDStandardPermission]? {
        permissions(\.isRequestedIfNeeded)
    }

    // MARK: The timer

    /// The whole seconds left, as `StepTimer.countdown` counts them; 0 without a timer.
    open var countdown = 0 { didSet { showCountdown() } }
    /// Whether the step has a timer.
    open var usesTimer: Bool { activeStep != nil }
    /// How often the timer fires, in seconds.
    open var timerInterval: TimeInterval { 1 }
    /// The clock of the step, once its timer is started.
    public var clock: RSDClock?
    /// When the step was ended, in seconds of the machine's uptime.
    public internal(set) var completedUptime: TimeInterval?

    /// Begins the step: its first instruction, sound and vibration, and its timer if that is automatic.
    open func performStartCommands() { beginStep() }
    /// Ends the step: its sound and vibration, and its timer.
    open func performStopCommands() { endStep() }
    /// Plays a sound.
    open func playSound(_ sound: RSDSound = .short_low_high) { services.play(sound) }
    /// Vibrates the device that the participant holds, if it can.
    open func vibrateDevice() { services.vibrate() }
    /// Speaks an instruction; the time is only used by subclasses.
    open func speakInstruction(
        _ instruction: String,
        at timeInterval: TimeInterval,
        completion: RSDVoiceBoxCompletionHandler?
    ) { services.speak(instruction) { completion?($0, $1) } }
    /// Speaks the instruction for an instant of the step, if there is one.
    open func speakInstruction(at duration: TimeInterval) { speakDue(at: duration) }
    /// Speaks the last instruction, once; calls the handler when it is over, or at once if there is none.
    public func speakEndCommand(_ completion: @escaping () -> Void) { speakEnd(completion) }
    /// The instruction for an instant of the step.
    open func spokenInstruction(at duration: TimeInterval) -> String? {
        activeStep?.spokenInstruction(at: duration)
    }
    /// Starts the timer.
    open func start() { startTimer() }
    /// Stops the timer.
    open func stop() { stopTimer() }
    /// Pauses the timer.
    open func pause() { pauseTimer() }
    /// Resumes the timer.
    open func resume() { resumeTimer() }
    /// Handles a tick of the timer: counts down, speaks what is due, or ends the step.
    open func timerFired() { tick() }
    /// Handles the end of a timer that ends the step.
    func timeIsOver() { goForward() }
    /// Plays the alarm and vibrates.
    open func playAlert() {
        vibrateDevice()
        playSound(.alarm)
    }

    // MARK: Of the run

    /// The level of the run that the step belongs to; without a run, a level with this step only.
    public final var path: RSDTaskViewModel { levelOfRun }
    open func stepMayBegin() { noteThatItMayBegin() }
    open func stepWillLeave() { leaveByHost() }
    /// Called when the run stays at this step although it was about to go on.
    open func stepDidStay() { noteThatItStayed() }
    @discardableResult
    open override func receive(_ event: ViewEvent) -> Bool {
        noteScreen(event) || super.receive(event)
    }

    // MARK: What the extensions keep

    /// Called when the timer runs, also after a start that had to wait, for which `start` is not called again.
    func timerDidStart(anew: Bool) {}
    /// Whether to make the top part if the layout provides none.
    var wantsHeader: Bool { true }
    /// Whether to make the bottom part if the layout provides none.
    var wantsFooter: Bool { true }
    final var standingBody: RSDStepNavigationView?
    final var dial: RSDCountdownDial?
    final var timer = StepTimer()
    final var timerTask: Task<Void, Never>?
    final var alarmTask: Task<Void, Never>?
    /// Work under way in the step: following a button's navigation action, or requesting permissions.
    final var underway: Task<Void, Never>?
    final var isAskingPermissions = false
    /// Called when all permissions are decided, and all required ones are granted.
    func permissionsWereGranted() {}
    final var hasCalledGoForward = false { didSet { noteLeaving(oldValue != hasCalledGoForward) } }
    final var hasCalledGoBack = false { didSet { noteLeaving(oldValue != hasCalledGoBack) } }
    /// Whether the run has left the step, or is about to.
    final var isLeft = false { didSet { noteLeaving(oldValue != isLeft) } }
    final override var isLeaving: Bool { hasCalledGoForward || hasCalledGoBack || isLeft }
    private func noteLeaving(_ isNews: Bool) {
        if isNews, isViewLoaded { view.setNeedsDisplay() }
    }
    final var hasSpokenEnd = false
    final var isSpeakingEnd = false
    final var hasStopped = false
    final weak var cancelPrompt: UIAlertController?
    /// Counts the attempts to leave the step, so that an outdated one can be ignored.
    final var departures = 0
    final var mayBegin = true
    /// Whether the timer waits until a simulated participant waits for it.
    ///
    /// Otherwise simulated time might pass before the participant is asked what to do.
    final var awaitsParticipant = false
    /// A start of the timer that waits until the timer may begin.
    final var heldStart: HeldStart?
    /// Lets the screen turn off again; it stays valid after the host that showed the step is gone.
    final var screenLock: ((Bool) -> Void)?
    final var lockedButtons: Set<UIButton> = []
    /// The registered buttons in the style of the bottom part.
    final var footerButtons: Set<UIButton> = []
    /// Whether an event reported that the screen went off while the step was shown; `host.isInForeground` also counts.
    final var isInBackground = false
    final lazy var detachedLevel = RSDTaskViewModel(
        task: RSDTaskObject(identifier: step.identifier, steps: [step]),
        timekeeper: stepViewModel.timekeeper
    )
}
