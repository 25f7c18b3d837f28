// The recorder itself: it only says which streams there are. Opening, marks, pauses, losses, closing
// and the result are those of every recorder.

public import Recording
public import Research

/// Records how bright it is.
@MainActor
public final class LightRecorder: RSDSampleRecorder {
    private let light: LightRecorderConfiguration

    /// A recorder that has not started.
    public init(
        configuration: LightRecorderConfiguration,
        path: any RSDPathComponent,
        environment: RecorderEnvironment
    ) {
        light = configuration
        super.init(configuration: configuration, path: path, environment: environment)
    }

    public override func makeStreams() throws -> [any RecordingStream] {
        [
            FileStream(
                identifier: light.identifier,
                source: LampSource(
                    lux: light.lamp ?? 300,
                    rateInHertz: light.rateInHertz,
                    timekeeper: environment.timekeeper
                ),
                format: LightFormat()
            )
        ]
    }
}
