// A step of the study's own, with the screen that shows it: how often somebody stands up from a chair.
// All that Footfall must know of it is in this file.

public import Research
public import ResearchUI
internal import ViewTree

/// A step that counts how often somebody stands up from a chair.
public final class ChairRiseStep: RSDUIStepObject {
    /// How often the participant has to stand up.
    public private(set) var times = 5

    public override func decode(from decoder: any Decoder, for deviceType: RSDDeviceType?) throws {
        try super.decode(from: decoder, for: deviceType)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        times = try container.decodeIfPresent(Int.self, forKey: .times) ?? times
    }

    private enum CodingKeys: CodingKey { case times }
}

extension RSDDeclaration<any RSDStep> {
    /// A step that counts how often somebody stands up from a chair.
    public static var chairRise: Self {
        Self(
            "chairRise",
            ChairRiseStep.self,
            "A step that counts how often somebody stands up from a chair.",
            keys: RSDKey.uiStep + [
                RSDKey("times", .integer, "How often somebody is to stand up; 5 if not given.")
            ]
        )
    }
}

/// Counts each rise by a button press, and goes on after the last.
final class ChairRiseStepViewController: RSDStepViewController {
    private let button = UIButton(name: "rise", title: "Stood up")
    private let label = UILabel(name: "count", role: .value)
    private var count = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        button.onTap = { [weak self] in self?.rise() }
        navigationBody?.addSubview(label)
        navigationBody?.addSubview(button)
    }

    private func rise() {
        count += 1
        label.text = "\(count)"
        guard let step = step as? ChairRiseStep, count == step.times else { return }
        currentResult = RSDAnswerResultObject(
            identifier: step.identifier,
            answerType: RSDAnswerResultType(baseType: .integer),
            value: .integer(count),
            startDate: currentResult.startDate
        )
        goForward()
    }
}

// the lines from here
extension RSDScreen {
    /// Shows chair rises.
    public static let chairRise = RSDScreen(ChairRiseStepViewController.init(step:parent:)) {
        $0 is ChairRiseStep
    }
}
// the lines to here
