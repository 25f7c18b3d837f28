// The controller of a step. Its body is the index of what a subclass can override, as the field
// documents it; how each is done is in the extensions, and what is decided, in values of its own.

public import Foundation
public import Research
public import TaskEngine
public import ViewTree

/// Shows a step, lets its timer run, and does what its buttons say.
///
/// What it shows is `screen`; what a person does is given to `receive`. It is shown by a task
/// controller, or by any `RSDStepHost`.
open class RSDStepViewController: UIViewController, RSDRunningStepController {
    // MARK: The step

    /// The step, and where in the run it stands; set once, before it is shown.
    open var stepViewModel: (any RSDStepViewPathComponent)! {
        didSet { noteModel(instead: oldValue) }
    }
    /// Who shows it.
    public final weak var host: (any RSDStepHost)?
    /// The colours that hold where the step says nothing.
    open var designSystem: RSDDesignSystem! = RSDDesignSystem()

    /// Makes what `stepViewModel` is for a step.
    open func instantiateStepViewModel(
        for step: any RSDStep,
        with parent: (any RSDPathComponent)?
    ) -> any RSDStepViewPathComponent { RSDStepViewModel(step: step, parent: parent) }

    /// The step.
    public var step: any RSDStep { stepViewModel.step }
    /// The step, if it is shown.
    public var uiStep: (any RSDUIStep)? { stepViewModel?.step as? any RSDUIStep }
    /// The step, if it says how it would like to look.
    public var designableStep: (any RSDDesignableUIStep)? { uiStep as? any RSDDesignableUIStep }
    /// The step, if it has a timer.
    public var activeStep: (any RSDActiveUIStep)? { uiStep as? any RSDActiveUIStep }
    /// The step's result; made, and put into the history, where there is none.
    open var currentResult: any RSDResult {
        get { resultInHistory() }
        set { stepViewModel.updateStepResult(newValue) }
    }

    // MARK: Making it

    /// A controller for a step.
    public init(step: any RSDStep, parent: (any RSDPathComponent)?) {
        super.init(nibName: nil, bundle: nil)
        stepViewModel = instantiateStepViewModel(for: step, with: parent)
    }

    /// A controller with a layout of a name; its `stepViewModel` is set before it is shown.
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
    /// Whether it calls the participant back by an alarm, when it begins while the screen is off.
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
    /// What was awaited is there.
    open func didFinishLoading() { updateButtons() }
    open override func wordsDidChange() {
        super.wordsDidChange()
        sayAnew()
    }

    // MARK: Views

    /// All buttons that were set up, by what they are for.
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
    /// Whether one may go on.
    open var isForwardEnabled: Bool { stepViewModel.isForwardEnabled }

    /// Sets up colours, texts, pictures and buttons.
    open func setupViews() { setUpParts() }
    /// Sets the colours of the parts, where the step has a word on colours.
    open func setupBackgroundColorTheme() { setUpColors() }
    /// The background of a part: the step's, else the design system's.
    open func backgroundColor(for placement: RSDColorPlacement) -> RSDColorTile {
        toldBackground(placement) ?? defaultBackgroundColorTile(for: placement)
    }
    /// The background of a part where the step says nothing.
    open func defaultBackgroundColorTile(for placement: RSDColorPlacement) -> RSDColorTile {
        designSystem.backgroundColor(for: placement)
    }
    /// Gives a part its background, and what stands on it its colour.
    open func setColorStyle(for placement: RSDColorPlacement, background: RSDColorTile) {
        paint(placement, background)
    }
    /// Gives what is behind the status bar its background.
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
    /// Whether the picture stands at the top, behind everything there.
    open func hasTopBackgroundImage() -> Bool { ImageRules.isAtTop(imageTheme?.placementType) }
    /// Sets up a button: its words, its picture, what it does, and whether it is there.
    open func setupButton(_ button: UIButton?, for actionType: RSDUIActionType, isFooter: Bool) {
        fill(button, actionType, isFooter)
    }
    /// Whether a part shows a picture of such a place.
    open func shouldSetNavigationImage(
        for placement: RSDColorPlacement,
        with imagePlacement: RSDImagePlacementType
    ) -> Bool { ImageRules.stands(imagePlacement, in: placement) }
    /// Locks a button for a second, so that a double tap is one.
    public func momentarilyDisableButton(_ button: UIButton) { lock(button) }

    // MARK: Buttons

    /// Ends the step: its stop commands, its last instruction, and then the run goes on; where the
    /// participant is being asked whether to leave the task, after the answer.
    open func goForward() { leaveForward() }
    /// Stops the timer and goes back.
    open func goBack() { leaveBackward() }
    /// Does what the skip button says, else goes on without an end of the step.
    open func skipForward() {
        if !actionTapped(with: .skip) { jumpForward() }
    }
    /// Stops the timer and goes on, without stop commands and without the last instruction.
    open func jumpForward() { leaveAtOnce() }
    /// Asks whether to leave the task, unless nothing would be lost, and leaves it.
    open func cancel() { askToCancel() }
    /// Whether somebody is asked before the task is left: not at its first step, while nothing is answered or
    /// recorded.
    open func shouldConfirmCancel() -> Bool {
        !stepViewModel.isFirstStep || host?.holdsData == true
    }
    /// Leaves the task.
    open func cancelTask(shouldSave: Bool) { leaveTask(shouldSave) }
    /// Shows more about the step.
    open func showLearnMore() { _ = actionTapped(with: .learnMore) }
    /// Shows the instructions again, in full.
    open func showReviewInstructions() { reviewInstructions() }
    /// Does what the step or task says that a button does; `false` for what the button is for anyway.
    open func actionTapped(with actionType: RSDUIActionType) -> Bool { doAction(of: actionType) }
    /// Says in the step's result where the run goes on.
    open func assignSkipToIdentifier(_ skipToIdentifier: String) { assignSkip(skipToIdentifier) }

    // MARK: Permissions

    /// Tells the participant that something is not allowed: it is asked for again, or the task is left.
    open func handleAuthorizationFailed(
        status: RSDAuthorizationStatus,
        permission: RSDStandardPermission
    ) { tellDenial(status, permission) }
    /// Whether the step has what it requires, and if not, what is missing first.
    open func checkAuthorizationStatus() -> (
        status: RSDAuthorizationStatus, permission: RSDStandardPermission?
    ) { firstRefusal() }
    /// Whether something is allowed.
    open func authorizationStatus(
        for permissionType: RSDStandardPermissionType
    ) -> RSDAuthorizationStatus { services.authorization(permissionType) }
    /// What the step cannot do without.
    open func requiredPermissions() -> [RSDStandardPermission]? {
        permissions { !$0.isOptional }
    }
    /// What the participant is asked for at this step.
    open func requestedPermissions() -> [RSDStandardPermission]? {
        permissions(\.isRequestedIfNeeded)
    }

    // MARK: The timer

    /// The seconds that are left, the last one counted as a whole; 0 without a timer.
    open var countdown = 0 { didSet { showCountdown() } }
    /// Whether the step has a timer.
    open var usesTimer: Bool { activeStep != nil }
    /// How often the timer fires, in seconds.
    open var timerInterval: TimeInterval { 1 }
    /// The time of the step, once it is started.
    public var clock: RSDClock?
    /// When the step was ended, in seconds of the machine's uptime.
    public internal(set) var completedUptime: TimeInterval?

    /// Begins the step: its first instruction, sound and vibration, and its timer if that is automatic.
    open func performStartCommands() { beginStep() }
    /// Ends the step: its sound and vibration, and its timer.
    open func performStopCommands() { endStep() }
    /// Plays a sound.
    open func playSound(_ sound: RSDSound = .short_low_high) { services.play(sound) }
    /// Vibrates what the participant holds, if it can.
    open func vibrateDevice() { services.vibrate() }
    /// Speaks an instruction; the time is for subclasses.
    open func speakInstruction(
        _ instruction: String,
        at timeInterval: TimeInterval,
        completion: RSDVoiceBoxCompletionHandler?
    ) { services.speak(instruction) { completion?($0, $1) } }
    /// Speaks what is to be spoken at an instant of the step, if anything is.
    open func speakInstruction(at duration: TimeInterval) { speakDue(at: duration) }
    /// Speaks the last instruction, once, and tells when it is over; at once where there is none.
    public func speakEndCommand(_ completion: @escaping () -> Void) { speakEnd(completion) }
    /// What is spoken at an instant of the step.
    open func spokenInstruction(at duration: TimeInterval) -> String? {
        activeStep?.spokenInstruction(at: duration)
    }
    /// Starts the timer.
    open func start() { startTimer() }
    /// Stops the timer.
    open func stop() { stopTimer() }
    /// Lets the timer stand.
    open func pause() { pauseTimer() }
    /// Lets the timer run again.
    open func resume() { resumeTimer() }
    /// The timer fires: the step ends, or what is due is counted and spoken.
    open func timerFired() { tick() }
    /// The timer has run out, and leads on.
    func timeIsOver() { goForward() }
    /// Plays the alarm and vibrates.
    open func playAlert() {
        vibrateDevice()
        playSound(.alarm)
    }

    // MARK: Of the run

    /// The level of the run that the step belongs to; without a run, one of the step alone.
    public final var path: RSDTaskViewModel { levelOfRun }
    open func stepMayBegin() { noteThatItMayBegin() }
    open func stepWillLeave() { leaveByHost() }
    /// Takes note that the run stayed at this step, after it was to go on.
    open func stepDidStay() { noteThatItStayed() }
    @discardableResult
    open override func receive(_ event: ViewEvent) -> Bool {
        noteScreen(event) || super.receive(event)
    }

    // MARK: What the extensions keep

    /// The timer runs: also after a start that was held, which `start` is not called for again.
    func timerDidStart(anew: Bool) {}
    /// Whether the part at the top is made where no layout has given it.
    var wantsHeader: Bool { true }
    /// Whether the part at the bottom is made where no layout has given it.
    var wantsFooter: Bool { true }
    final var standingBody: RSDStepNavigationView?
    final var dial: RSDCountdownDial?
    final var timer = StepTimer()
    final var timerTask: Task<Void, Never>?
    final var alarmTask: Task<Void, Never>?
    /// What the step does by itself: follows a button in the next turn, or asks for a permission.
    final var underway: Task<Void, Never>?
    final var isAskingPermissions = false
    /// All that the step was to ask for is known, and what it requires is allowed.
    func permissionsWereGranted() {}
    final var hasCalledGoForward = false { didSet { noteLeaving(oldValue != hasCalledGoForward) } }
    final var hasCalledGoBack = false { didSet { noteLeaving(oldValue != hasCalledGoBack) } }
    /// Whether the run has gone elsewhere, or is about to.
    final var isLeft = false { didSet { noteLeaving(oldValue != isLeft) } }
    final override var isLeaving: Bool { hasCalledGoForward || hasCalledGoBack || isLeft }
    private func noteLeaving(_ isNews: Bool) {
        if isNews, isViewLoaded { view.setNeedsDisplay() }
    }
    final var hasSpokenEnd = false
    final var isSpeakingEnd = false
    final var hasStopped = false
    final weak var cancelPrompt: UIAlertController?
    /// How often the step was about to be left.
    final var departures = 0
    final var mayBegin = true
    /// Whether the timer waits until a participant waits for it: time may go faster than anybody is asked.
    final var awaitsParticipant = false
    /// What is done as soon as the timer may begin.
    final var heldStart: HeldStart?
    /// What lets the screen go off again, while it is kept on; it outlives whoever showed the step.
    final var screenLock: ((Bool) -> Void)?
    final var lockedButtons: Set<UIButton> = []
    /// The registered buttons that look as those at the bottom do.
    final var footerButtons: Set<UIButton> = []
    /// Whether it was told that the screen went off while it was shown; hosts may know more.
    final var isInBackground = false
    final lazy var detachedLevel = RSDTaskViewModel(
        task: RSDTaskObject(identifier: step.identifier, steps: [step]),
        timekeeper: stepViewModel.timekeeper
    )
}
