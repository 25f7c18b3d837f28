// Guides the user through the calibration of a sensor. The guide is a step like that of any task, so that a terminal, a
// screen reader and a phone can show it. It reads the sensor's state several times a second, and goes on when the
// calibration is complete.

internal import Calibration
internal import Research
internal import ResearchUI
internal import StandardRecorders
internal import TaskEngine
internal import Timebase
internal import ViewTree

/// The step that guides the user through a calibration.
final class CalibrationStepViewController: RSDStepViewController {
    /// The sensors; set before it is shown.
    var feed: CalibrationFeed?
    /// Whether to show figures that change all the time.
    var showsFigures = false
    /// Whether to speak the instructions; false if the host shows spoken text, since they are shown already.
    var speaks = false
    private let devicesLabel = UILabel(name: "devices", role: .text)
    private let headlineLabel = UILabel(name: "headline", role: .text)
    private let figuresLabel = UILabel(name: "figures", role: .value)
    private let progressBar = UIProgressView(name: "done")
    private var looking: Task<Void, Never>?
    private var told: String?

    private static let pause = Duration.milliseconds(150)

    override func viewDidLoad() {
        super.viewDidLoad()
        for view in [devicesLabel, headlineLabel, figuresLabel, progressBar] as [UIView] {
            navigationBody?.addSubview(view)
        }
        show()
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        let timekeeper = stepViewModel.timekeeper
        looking?.cancel()
        looking = Task { [weak self] in
            while let self, !Task.isCancelled, self.show() {
                let next = timekeeper.now.advanced(by: Self.pause)
                guard (try? await timekeeper.sleep(until: next, tolerance: nil)) != nil else {
                    return
                }
            }
        }
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        looking?.cancel()
    }

    /// Shows the present state; returns whether to keep updating.
    @discardableResult
    private func show() -> Bool {
        guard let state = feed?.now else { return false }
        guard !state.isFinished, !state.isOver, state.failure == nil else {
            if isVisible { goForward() }
            return !isVisible
        }
        guard state.isOpen else {
            headlineLabel.text = "The sensors are being opened."
            return true
        }
        devicesLabel.text = state.devices
        let headline = state.guidance.headline
        headlineLabel.text = headline
        if showsFigures {
            figuresLabel.text = state.guidance.figures
            progressBar.progress = ProgressContent(
                done: Int((state.guidance.progress * 100).rounded(.down)),
                total: 100
            )
        }
        if speaks, told != headline {
            told = headline
            speakInstruction(headline, at: 0, completion: nil)
        }
        return true
    }
}

/// Shows a calibration as a task of one step.
final class CalibrationTaskController: RSDTaskViewController {
    private var feed: CalibrationFeed?
    private var showsFigures = false
    private var speaks = false

    /// Makes a task of one step for sensors that are being read.
    convenience init(of feed: CalibrationFeed, showsFigures: Bool, speaks: Bool) {
        let step = RSDUIStepObject(identifier: "calibrate", type: .instruction)
        step.title = "Calibration"
        step.shouldHideActions = [.goForward]
        self.init(
            taskViewModel: RSDTaskViewModel(
                task: RSDTaskObject(identifier: "calibration", steps: [step]),
                timekeeper: LiveTimekeeper()
            )
        )
        self.feed = feed
        self.showsFigures = showsFigures
        self.speaks = speaks
    }

    override func viewController(
        for step: any RSDStep
    ) -> (any UIViewController & RSDStepController) {
        let shown = CalibrationStepViewController(step: step, parent: taskViewModel)
        shown.feed = feed
        shown.showsFigures = showsFigures
        shown.speaks = speaks
        return shown
    }
}
