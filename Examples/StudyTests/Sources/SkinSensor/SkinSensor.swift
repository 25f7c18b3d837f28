// The study's own sensor, a glove that feels warmth and force: all that anything needs to know of its recorder is in
// this folder.

public import RecorderKinds
internal import SampleStream

/// The recorder of the glove.
public enum SkinSensor {
    /// The values that it records, and its keys in task files.
    public static let kind = ValueKind(
        "skin",
        "Records what a hand feels.",
        values: [
            ValueChannel("skinTemperature", unit: "degC"),
            ValueChannel("skinForce", unit: "N", components: 3),
        ],
        keys: [
            .number("offset", within: -5...5, default: 0, "What is added to temperatures, in K"),
            .word("side", of: ["left", "right"], default: "left", "Which hand wears it"),
        ],
        frequency: 4,
        within: 1...100
    )

    /// Its recorders over a hand that grows warm, and whose force is felt by every other reading.
    public static var recorders: SourcedKind {
        kind.over("glove", isLive: false) { order in
            let offset = order.configuration.number("offset")
            var count = 0
            return { now, sink in
                sink.deliver(.value(30 + offset + Double(count), at: now))
                if count.isMultiple(of: 2) { sink.deliver(.values(0, 0.25, 1, of: 1, at: now)) }
                count += 1
            }
        }
    }
}
