// The `motion` async action: any source of motion samples, into one file.

public import Recording
public import Research
public import SampleStream

/// Records motion.
///
/// The same recorder runs over a device, a recorded session and a simulation: only the source that
/// it is given differs.
@MainActor
open class MotionRecorder: RSDSampleRecorder {
    /// Makes the source for what is asked; it is opened later, on a thread of its own.
    public typealias SourceMaker =
        @MainActor (MotionRequest) throws -> sending AnySampleSource<MotionSample>

    /// The latest readings, once the recorder has started.
    public private(set) var liveTap: LiveTap<MotionSample>?

    private let motion: MotionRecorderConfiguration
    private let makeSource: SourceMaker

    /// A recorder that has not started.
    public init(
        configuration: MotionRecorderConfiguration,
        path: any RSDPathComponent,
        environment: RecorderEnvironment,
        source: @escaping SourceMaker
    ) {
        motion = configuration
        makeSource = source
        super.init(configuration: configuration, path: path, environment: environment)
    }

    open override func makeStreams() throws -> [any RecordingStream] {
        let stream = FileStream(
            identifier: motion.identifier,
            source: try makeSource(motion.request),
            format: MotionFormat()
        )
        liveTap = stream.tap
        return [stream]
    }
}
