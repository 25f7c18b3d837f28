// Shows the seconds before something begins, large enough to be read from a distance.

internal import Research
internal import ViewTree

/// Counts down to the next step.
open class RSDCountdownStepViewController: RSDStepViewController {
    /// The remaining seconds.
    public final let countdownLabel = UILabel(name: "seconds", role: .value)

    open override var countdown: Int { didSet { countdownLabel.text = "\(countdown)" } }

    open override func viewDidLoad() {
        super.viewDidLoad()
        navigationBody?.addSubview(countdownLabel)
    }
}

extension RSDScreen {
    /// Shows countdowns.
    static let countdown = RSDScreen(RSDCountdownStepViewController.init(step:parent:)) {
        $0.stepType == .countdown
    }
}
