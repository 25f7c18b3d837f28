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

    /// Throws what stands in the way of recording what is asked; it may block.
    public typealias AccessCheck = @Sendable (MotionRequest) throws -> Void

    /// The latest readings, once the recorder has started.
    public private(set) var liveTap: LiveTap<MotionSample>?

    private let motion: MotionRecorderConfiguration
    private let makeSource: SourceMaker
    private let checkAccess: AccessCheck

    /// A recorder that has not started.
    public init(
        configuration: MotionRecorderConfiguration,
        path: any RSDPathComponent,
        environment: RecorderEnvironment,
        source: @escaping SourceMaker,
        access: @escaping AccessCheck = { _ in }
    ) {
        motion = configuration
        checkAccess = access
        makeSource = source
        super.init(configuration: configuration, path: path, environment: environment)
    }

    open override func checkPermissions() async throws {
        let (check, request) = (checkAccess, motion.request)
        try await Task.detached { try check(request) }.value
    }

    open override func makeStreams() throws -> [any RecordingStream] {
        let request = motion.request
        let stream = FileStream(
            identifier: motion.identifier,
            source: try makeSource(request),
            format: MotionFormat(plotting: request),
            // A device has the nearest rate that is not below the one asked, which may be nearly twice as high.
            readingsPerSecond: 2 * request.rateInHertz * Double(request.types.count),
            deriver: { MotionDeriver(for: request, of: $0) }
        )
        liveTap = stream.tap
        return [stream]
    }
}
