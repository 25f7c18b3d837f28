// A step in which the participant taps two buttons in turn. It shows how an app defines its own type of step: the class
// derives from a SageResearch step, makes its own controller, and is registered with a factory by
// `try factory.register(.tapping)`.

public import Research
public import TaskEngine

extension RSDStepType {
    /// A step in which two buttons are tapped in turn.
    public static let tapping: RSDStepType = "tapping"
}

/// A step in which two buttons are tapped in turn, with one hand.
open class RSDTappingStepObject: RSDActiveUIStepObject, RSDStepViewControllerVendor,
    RSDNavigationSkipRule
{
    /// The hand that taps; if it is `nil`, the result does not name a hand.
    open var hand: Hand?
    /// The step in which the participant chooses the hands to test.
    ///
    /// If the answer does not include this step's hand, the step is skipped.
    open var handSelectionIdentifier: String?

    /// A hand.
    public enum Hand: String, Codable, Sendable, CaseIterable {
        case left, right
    }

    open override class func defaultType() -> RSDStepType { .tapping }

    open override class func defaultDuration() -> Double { 20 }

    open override class func standingCommands() -> RSDActiveUIStepCommand {
        [.transitionAutomatically, .shouldDisableIdleTimer]
    }

    open override func copyInto(_ copy: RSDUIStepObject) {
        super.copyInto(copy)
        guard let copy = copy as? RSDTappingStepObject else { return }
        copy.hand = hand
        copy.handSelectionIdentifier = handSelectionIdentifier
    }

    /// A collection result, which holds the taps as answers.
    open override func instantiateStepResult() -> any RSDResult {
        RSDCollectionResultObject(
            identifier: identifier,
            startDate: super.instantiateStepResult().startDate
        )
    }

    @MainActor
    open func instantiateViewController(
        with parent: (any RSDPathComponent)?
    ) -> (any UIViewController & RSDStepController)? {
        RSDTappingStepViewController(step: self, parent: parent)
    }

    open func shouldSkipStep(with result: (any RSDTaskResult)?, isPeeking: Bool) -> Bool {
        guard let hand, let handSelectionIdentifier else { return false }
        let selection = result?.findResult(for: handSelectionIdentifier)
        return HandSelection(selection).leavesOut(hand)
    }

    private enum CodingKeys: String, CodingKey {
        case hand, handSelectionIdentifier
    }

    open override func decode(
        from decoder: any Decoder,
        for deviceType: RSDDeviceType?
    ) throws {
        try super.decode(from: decoder, for: deviceType)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        hand = try container.decodeIfPresent(Hand.self, forKey: .hand) ?? hand
        handSelectionIdentifier =
            try container.decodeIfPresent(String.self, forKey: .handSelectionIdentifier)
            ?? handSelectionIdentifier
    }

    open override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(hand, forKey: .hand)
        try container.encodeIfPresent(
            handSelectionIdentifier,
            forKey: .handSelectionIdentifier
        )
    }
}

extension RSDDeclaration<any RSDStep> {
    /// A step in which two buttons are tapped in turn.
    public static var tapping: Self {
        Self(
            .tapping,
            RSDTappingStepObject.self,
            "A step in which two buttons are tapped in turn, for 20 seconds if it has no duration.",
            keys: RSDKey.activeStep + [
                RSDKey(
                    "hand",
                    .word(RSDTappingStepObject.Hand.allCases.map(\.rawValue)),
                    "The hand that taps, which the result also contains; either if not given."
                ),
                RSDKey(
                    "handSelectionIdentifier",
                    .awaitedStep,
                    "The step that asks which hands are tested; an answer without this hand skips the step."
                ),
            ],
            rule: RSDActiveUIStepObject.durationRule
        )
    }
}

/// The hands that a participant has chosen.
struct HandSelection {
    /// The words of the answer; `nil` without an answer.
    private let chosen: Set<String>?

    /// Reads the choice from a result: its own answer, or the first answer within it.
    init(_ result: (any RSDResult)?) {
        let own = [result].compactMap { $0 }
        let answers = (result as? any RSDCollectionResult)?.inputResults ?? own
        let values = answers.compactMap { ($0 as? any RSDAnswerResult)?.value }
        chosen = values.first.map { Set(Self.words(of: $0)) }
    }

    /// True if only the other hand was chosen.
    func leavesOut(_ hand: RSDTappingStepObject.Hand) -> Bool {
        guard let chosen else { return false }
        let isHandChosen = RSDTappingStepObject.Hand.allCases.contains {
            chosen.contains($0.rawValue)
        }
        // An answer with other words, such as "both", excludes no hand.
        return isHandChosen && !chosen.contains(hand.rawValue)
    }

    private static func words(of value: AnswerValue) -> [String] {
        switch value {
        case .string(let word): [word]
        case .array(let values): values.flatMap { words(of: $0) }
        case .boolean, .integer, .decimal, .date, .data, .codable, .dictionary: []
        }
    }
}
