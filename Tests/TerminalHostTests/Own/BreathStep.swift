// An app's own step and its screen, both defined in this file alone.

import FoundationEssentials
import Research
import ResearchUI
import ViewTree

/// A step that counts how often somebody breathes.
final class BreathStep: RSDUIStepObject {
    private(set) var breaths = 1

    override func decode(from decoder: any Decoder, for deviceType: RSDDeviceType?) throws {
        try super.decode(from: decoder, for: deviceType)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        breaths = try container.decodeIfPresent(Int.self, forKey: .breaths) ?? breaths
    }

    private enum CodingKeys: CodingKey { case breaths }
}

extension RSDDeclaration<any RSDStep> {
    static var breath: Self {
        Self(
            "breath",
            BreathStep.self,
            "A step that counts how often somebody breathes.",
            keys: RSDKey.uiStep + [
                RSDKey("breaths", .integer, "How many breaths are counted; one if not given.")
            ]
        )
    }
}

/// Has a button to press for each breath, and goes on after the last.
final class BreathStepViewController: RSDStepViewController {
    private let button = UIButton(name: "breath", title: "Breathed")
    private let label = UILabel(name: "count", role: .value)
    private var count = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        button.onTap = { [weak self] in self?.breathe() }
        navigationBody?.addSubview(label)
        navigationBody?.addSubview(button)
    }

    private func breathe() {
        count += 1
        label.text = "Breaths: \(count)"
        guard let step = step as? BreathStep, count == step.breaths else { return }
        currentResult = RSDAnswerResultObject(
            identifier: step.identifier,
            answerType: RSDAnswerResultType(baseType: .integer),
            value: .integer(count),
            startDate: currentResult.startDate
        )
        goForward()
    }
}

extension RSDScreen {
    static let breath = RSDScreen(BreathStepViewController.init(step:parent:)) { $0 is BreathStep }
}
