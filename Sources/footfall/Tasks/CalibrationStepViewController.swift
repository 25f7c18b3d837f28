// What somebody is told who calibrates a sensor: a step of a task like any other, so that a terminal, a screen reader and
// a phone show it as they show tasks. It looks at the sensor several times a second, and goes on when all is found.

internal import Calibration
internal import Research
internal import ResearchUI
internal import StandardRecorders
internal import TaskEngine
internal import Timebase
internal import ViewTree

/// Guides somebody through a calibration.
final class CalibrationStepViewController: RSDStepViewController {
    /// The sensors; set before it is shown.
    var feed: CalibrationFeed?
    /// Whether figures that change all the time are shown.
    var showsFigures = false
    /// Whether what is to be done is spoken, too: where it would be written instead, it is written already.
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

    /// Shows how it stands; answers whether it goes on.
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

    /// A task of one step, of sensors that are being read.
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
