// A step's controller in ResearchKit's manner. What it shows is one of ours, which asks this one wherever
// it would ask a run: so a host that knows ResearchKit drives any step of ours by its own conventions.

public import Foundation
public import Research
public import ResearchUI
internal import TaskEngine
public import Timebase
public import ViewTree

/// Shows a step for a host in ResearchKit's manner.
open class ORKStepViewController: UIViewController, RSDAsyncActionControllerDelegate {
    /// A controller of a step, with what the step was answered before, if anything.
    public init(step: ORKStep, result: ORKResult?) {
        self.earlier = result
        super.init(nibName: nil, bundle: nil)
        self.step = step
    }

    /// A controller with a layout of a name; its `step` is set before it is shown.
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    public required init?(coder aDecoder: NSCoder) { super.init(coder: aDecoder) }

    /// The step; once it has been shown, another one is refused, and the delegate is told.
    open var step: ORKStep? {
        get { presentation?.step ?? toldStep }
        set { take(newValue) }
    }
    /// Who shows it, and hears of it.
    open weak var delegate: (any ORKStepViewControllerDelegate)?
    /// What stands on the button to go on; `nil` for Next or Done.
    open var continueButtonTitle: String? { didSet { fillButtons() } }
    /// What stands on the button to learn more; `nil` for the usual words.
    open var learnMoreButtonTitle: String? { didSet { fillButtons() } }
    /// What stands on the button to leave the step out, where there is one.
    open var skipButtonTitle: String? { didSet { fillButtons() } }
    /// The button to go back; with `nil`, there is none.
    open var backButtonItem: UIBarButtonItem? { didSet { fillButtons() } }
    /// The button to leave the task; there is none with `nil`, nor where nobody would take it: neither
    /// the item's own action, nor a task controller, nor the delegate.
    open var cancelButtonItem: UIBarButtonItem? { didSet { fillButtons() } }
    /// What came of the step so far, a new object each time; `nil` without a step.
    open var result: ORKStepResult? { resultSoFar() }
    /// Adds a copy of a result to those of the step.
    open func addResult(_ result: ORKResult) { keep(result) }
    /// Whether a step is before this one; without a delegate, none is.
    open func hasPreviousStep() -> Bool {
        delegate?.stepViewControllerHasPreviousStep(self) ?? false
    }
    /// Whether a step follows this one; without a delegate, none does.
    open func hasNextStep() -> Bool { delegate?.stepViewControllerHasNextStep(self) ?? false }
    /// Who presents it, if that is a task controller.
    open var taskViewController: RSDTaskViewController? { presentingTask() }
    /// Leaves the step to the next one.
    open func goForward() { finish(.forward) }
    /// Leaves the step to the one before.
    open func goBackward() { finish(.reverse) }
    /// Leaves the step out, and goes on: where the step's button for that leads, else to the next.
    open func skipForward() { leaveOut() }
    /// Whether it has been shown before.
    open private(set) var hasBeenPresented = false
    /// What records while the step is shown: started when it is, stopped when it is left.
    ///
    /// Where the step begins anew, those that were stopped are replaced by what the task controller, or
    /// the configuration, makes; of one that nobody makes anew, the delegate hears that it has failed.
    open var recorders: [any RSDAsyncActionController] = [] {
        didSet { for recorder in recorders { recorder.delegate = recorder.delegate ?? self } }
    }
    /// How long a recorder may take to start, in the machine's own time.
    public final var startLimit: Duration {
        get { limits.start }
        set { limits.start = newValue }
    }
    /// How long a recorder may take to stop; past that it is cancelled, the delegate is told, and the
    /// step goes on.
    public final var stopLimit: Duration {
        get { limits.stop }
        set { limits.stop = newValue }
    }
    /// How long after that it may take to close its files.
    public final var cancelLimit: Duration {
        get { limits.cancel }
        set { limits.cancel = newValue }
    }
    /// What the step needs of the machine, for a host that is no task controller.
    public final var services = StepServices.silent
    /// The language, and the words on buttons; what is on screen follows them.
    public final var words = StepWords() { didSet { if words != oldValue { wordsDidChange() } } }
    /// Whether the participant left the step out.
    public internal(set) final var wasSkipped = false

    isolated deinit { crew.cancel() }

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
        // The run may have left it before.
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
        /// Whether a recorder of the step has left it.
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
    /// Whether the screen is on, as the last event of it says.
    final var toldForeground: Bool?
    final var visit = StepVisit()
    final let crew = StepRecorders()
    final var limits = RecorderLimits()
    /// What stops the step.
    final var departure: Task<Void, Never>?
    /// Time, by which the result is dated and timers run.
    public final var timekeeper: any Timekeeper = LiveTimekeeper()
}
