// A third-party recorder of the brightness around the participant. It is a kind for values, so it needs only this file:
// its values, its keys in task files, and how its device is read.

public import RecorderKinds
internal import SampleStream

/// The recorder of ambient light.
public enum LightRecorder {
    /// The values that it records, and its keys in task files.
    public static let kind = ValueKind(
        "ambientLight",
        "Records how bright it is around the participant.",
        values: [ValueChannel("ambientLight", unit: "lx")],
        keys: [
            .number("lamp", within: 0...100_000, default: 300, "How bright the lamp is in lux")
        ],
        frequency: 10,
        within: 0.1...1000
    )

    /// Recorders of a computed lamp that flickers a little, so that the example runs on any machine.
    ///
    /// A study opens its photodiode here, and leaves `isLive` out.
    public static var recorders: SourcedKind {
        kind.over("lamp", isLive: false) { order in
            let lux = order.configuration.number("lamp")
            var count = 0
            return { now, sink in
                sink.deliver(.value(lux + Double(count % 7), at: now))
                count += 1
            }
        }
    }
}
