// A step controller with ResearchKit's interface. Inside, it shows one of Footfall's own step controllers, and
// answers that controller's requests to the run. So a host written for ResearchKit can show any step of Footfall's by
// its own conventions.

public import FoundationTypes
public import Research
public import ResearchUI
internal import TaskEngine
public import Timebase
public import ViewTree

/// Shows a step for a host that is written for ResearchKit.
open class ORKStepViewController: UIViewController, RSDAsyncActionControllerDelegate {
    /// Creates a controller for a step, with its earlier result, if any.
    public init(step: ORKStep, result: ORKResult?) {
        self.earlier = result
        super.init(nibName: nil, bundle: nil)
        self.step = step
    }

    /// Creates a controller with a named layout; set its `step` before it is shown.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    public required init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }

    /// The step; after it is shown, setting another one is refused and reported to the delegate.
    open var step: ORKStep? {
        get { presentation?.step ?? toldStep }
        set { take(newValue) }
    }
    /// The object that presents the controller and receives its reports.
    open weak var delegate: (any ORKStepViewControllerDelegate)?
    /// The title of the forward button; `nil` for Next or Done.
    open var continueButtonTitle: String? { didSet { fillButtons() } }
    /// The title of the button to learn more; `nil` for the usual title.
    open var learnMoreButtonTitle: String? { didSet { fillButtons() } }
    /// The title of the skip button; `nil` for the usual title.
    open var skipButtonTitle: String? { didSet { fillButtons() } }
    /// The back button; `nil` for none.
    open var backButtonItem: UIBarButtonItem? { didSet { fillButtons() } }
    /// The cancel button; `nil` for none.
    ///
    /// It is also hidden if nothing would handle it: neither the item's own action, nor a task controller, nor the
    /// delegate.
    open var cancelButtonItem: UIBarButtonItem? { didSet { fillButtons() } }
    /// The result so far, a new object each time; `nil` without a step.
    open var result: ORKStepResult? { resultSoFar() }
    /// Adds a copy of a result to the step's result.
    open func addResult(_ result: ORKResult) { keep(result) }
    /// Whether there is a step before this one; false without a delegate.
    open func hasPreviousStep() -> Bool {
        delegate?.stepViewControllerHasPreviousStep(self) ?? false
    }
    /// Whether a step follows this one; false without a delegate.
    open func hasNextStep() -> Bool { delegate?.stepViewControllerHasNextStep(self) ?? false }
    /// The task controller that presents it, if any.
    open var taskViewController: RSDTaskViewController? { presentingTask() }
    /// Goes on to the next step.
    open func goForward() { finish(.forward) }
    /// Goes back to the previous step.
    open func goBackward() { finish(.reverse) }
    /// Skips the step: goes where its skip button leads, or to the next step.
    open func skipForward() { leaveOut() }
    /// Whether it has been shown before.
    open private(set) var hasBeenPresented = false
    /// The recorders of the step: started when it is shown, stopped when it is left.
    ///
    /// If the step begins again, the task controller or the configuration makes a new recorder for each stopped one;
    /// each that cannot be recreated is reported to the delegate as failed.
    open var recorders: [any RSDAsyncActionController] = [] {
        didSet { for recorder in recorders { recorder.delegate = recorder.delegate ?? self } }
    }
    /// How long a recorder may take to start, in real time.
    public final var startLimit: Duration {
        get { limits.start }
        set { limits.start = newValue }
    }
    /// How long a recorder may take to stop.
    ///
    /// After that, the recorder is cancelled, the delegate is notified, and the step is left.
    public final var stopLimit: Duration {
        get { limits.stop }
        set { limits.stop = newValue }
    }
    /// How long a cancelled recorder may take to close its files.
    public final var cancelLimit: Duration {
        get { limits.cancel }
        set { limits.cancel = newValue }
    }
    /// Sound, speech and other services of the machine, for a host that is not a task controller.
    public final var services = StepServices.silent
    /// The language and the button titles; the screen follows changes.
    public final var words = StepWords() { didSet { if words != oldValue { wordsDidChange() } } }
    /// Whether the participant skipped the step.
    public internal(set) final var wasSkipped = false

    isolated deinit { stepRecorders.cancel() }

    open override func loadView() { loadShownView() }
    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        prepareToAppear(animated)
    }
    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        hasBeenPresented = true
        noteAppearance(animated)
    }
    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        presentation?.shown.viewDidLayoutSubviews()
    }
    open override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        presentation?.shown.viewWillDisappear(animated)
    }
    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        presentation?.shown.viewDidDisappear(animated)
        isOnScreen = false
        // Keep an earlier time: the run may have left the step before.
        dismissal = dismissal ?? now
    }
    open override func wordsDidChange() {
        super.wordsDidChange()
        fillButtons()
    }
    @discardableResult
    open override func receive(_ event: ViewEvent) -> Bool {
        if case .screen(let isInForeground) = event {
            toldForeground = isInForeground
            return presentation?.shown.receive(event) ?? false
        }
        return super.receive(event)
    }
    open func asyncActionController(
        _ controller: any RSDAsyncActionController,
        didFailWith error: any Error
    ) { noteFailure(of: controller, error) }

    // MARK: What the extensions keep

    /// A result that was added to that of the step.
    struct AddedResult {
        var result: ORKResult
        /// Whether it comes from a recorder of the step.
        var isOfRecorder: Bool
    }

    /// A step on screen.
    struct Presentation {
        var step: ORKStep
        var level: RSDTaskViewModel
        var shown: RSDStepViewController
    }

    final var toldStep: ORKStep?
    final var presentation: Presentation?
    final var earlier: ORKResult?
    final var added: [AddedResult] = []
    final var firstAppearance: Date?
    final var dismissal: Date?
    final var isOnScreen = false
    /// Whether the app is in the foreground, by the last screen event; `nil` before the first.
    final var toldForeground: Bool?
    final var visit = StepVisit()
    final let stepRecorders = StepRecorders()
    final var limits = RecorderLimits()
    /// The task that stops the step.
    final var departure: Task<Void, Never>?
    /// The clock that dates the result and drives the timers.
    public final var timekeeper: any Timekeeper = LiveTimekeeper()
}
