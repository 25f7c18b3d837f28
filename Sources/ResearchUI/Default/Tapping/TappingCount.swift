// The taps of a tapping step, as values: when and where. A tap beside the buttons is recorded, but not counted.

internal import FoundationEssentials
internal import Research

/// A tap.
public struct TappingSample: Codable, Sendable, Hashable {
    /// The running time of the step at the tap, in seconds.
    public var timestamp: Double
    public var button: Button

    /// The button that was tapped; `none` for a tap beside the buttons.
    public enum Button: String, Codable, Sendable, CaseIterable {
        case left, right, none
    }

    public init(timestamp: Double, button: Button) {
        self.timestamp = timestamp
        self.button = button
    }
}

/// The taps of a step.
struct TappingCount: Sendable, Hashable {
    private(set) var samples: [TappingSample] = []
    private var counts: [TappingSample.Button: Int] = [:]

    mutating func add(_ sample: TappingSample) {
        samples.append(sample)
        counts[sample.button, default: 0] += 1
    }

    /// The number of taps on a button.
    func taps(on button: TappingSample.Button) -> Int { counts[button, default: 0] }

    /// The number of taps on both buttons.
    var taps: Int { samples.count - taps(on: .none) }

    /// The answers: the hand, the taps on both buttons and on each, and each tap.
    func answers(hand: RSDTappingStepObject.Hand?, at date: Date) -> [any RSDResult] {
        func answer(
            _ identifier: String,
            _ baseType: RSDAnswerResultType.BaseType,
            _ value: AnswerValue,
            isList: Bool = false
        ) -> any RSDResult {
            RSDAnswerResultObject(
                identifier: identifier,
                answerType: RSDAnswerResultType(
                    baseType: baseType,
                    sequenceType: isList ? .array : nil
                ),
                value: value,
                startDate: date
            )
        }
        var answers: [any RSDResult] = []
        if let hand { answers.append(answer("hand", .string, .string(hand.rawValue))) }
        answers.append(answer("tapCount", .integer, .integer(taps)))
        answers.append(answer("leftTapCount", .integer, .integer(taps(on: .left))))
        answers.append(answer("rightTapCount", .integer, .integer(taps(on: .right))))
        let list = samples.map { sample in
            AnswerValue.codable(
                .object([
                    "timestamp": .number(sample.timestamp),
                    "button": .string(sample.button.rawValue),
                ])
            )
        }
        answers.append(answer("samples", .codable, .array(list), isList: true))
        return answers
    }
}
