// A kind of recorder for anything that is measured as a few numbers: light, pressure, a heart rate. Its list of
// values is enough; columns, configuration, replay, check and live view follow from it.

public import Research
public import SampleFile
internal import SampleStream
internal import SessionFolder

/// A kind of recorder of named values.
public struct ValueKind: RecorderKind, Hashable {
    public let type: RSDAsyncActionType
    /// A description in one sentence, for authors of task files.
    public let sentence: String
    /// The recorded values; the index of each is its channel.
    public let values: [ValueChannel]
    /// Its keys in task files besides those of every recorder: `frequency`, and its own.
    public let keys: [ValueKey]

    static let frequencyName = "frequency"

    /// A kind of recorder.
    ///
    /// - Parameters:
    ///   - word: Its `type` in task files.
    ///   - sentence: A description in one sentence, for authors of task files.
    ///   - values: The recorded values.
    ///   - ownKeys: Its own keys in task files.
    ///   - frequency: The default frequency in readings per second.
    ///   - frequencies: The permitted frequencies.
    /// - Precondition: It has from 1 to 16 values with different names, and no key that every recorder has.
    public init(
        _ word: String,
        _ sentence: String,
        values: [ValueChannel],
        keys ownKeys: [ValueKey] = [],
        frequency: Double = 10,
        within frequencies: ClosedRange<Double> = 0.001...1000
    ) {
        precondition(
            (1...ValueChannel.most).contains(values.count),
            "the kind '\(word)' records from 1 to \(ValueChannel.most) values"
        )
        precondition(
            Set(values.map(\.sensorType)).count == values.count,
            "two values of the kind '\(word)' have one name"
        )
        precondition(frequencies.lowerBound > 0, "the kind '\(word)' has no frequency of 0 or less")
        let rate = ValueKey.number(
            Self.frequencyName,
            within: frequencies,
            default: frequency,
            "How many readings a second are taken"
        )
        type = RSDAsyncActionType(rawValue: word)
        (self.sentence, self.values) = (sentence, values)
        keys = [rate] + ownKeys
        let names = Self.commonKeys.map(\.name) + keys.map(\.name)
        precondition(
            Set(names).count == names.count,
            "two keys of the kind '\(word)' have one name"
        )
    }

    /// The keys that every recorder of values has.
    private static let commonKeys =
        RSDKey.recorder + RSDKey.recorderFile + [
            RSDKey(
                "placement",
                .text,
                "Where on the body the device is, in any words, such as 'leftWrist'; the file says it, too."
            )
        ]

    public var declaration: RSDDeclaration<any RSDAsyncActionConfiguration> {
        RSDDeclaration(
            type,
            ValueConfiguration.self,
            sentence,
            keys: Self.commonKeys + keys.map(\.key)
        ) { try ValueConfiguration(self, from: $0) }
    }

    public var schema: RecordSchema { ValueFormat.schema }
    public var sensorTypes: [String] { values.map(\.sensorType) }

    public func format(for configuration: ValueConfiguration) -> ValueFormat {
        ValueFormat(configuration.channels, rateInHertz: configuration.frequency)
    }

    public func readingsPerSecond(for configuration: ValueConfiguration) -> Double {
        configuration.frequency * Double(configuration.channels.count)
    }
}
