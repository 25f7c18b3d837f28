// The `input` async action: any source of input events, into one file.

public import Recording
public import Research
public import SampleStream

/// Records input events.
///
/// The same recorder runs over a device and a recorded session: only the source that it is given
/// differs.
@MainActor
open class InputRecorder: RSDSampleRecorder {
    /// Makes the source for what is asked; it is opened later, on a thread of its own.
    public typealias SourceMaker =
        @MainActor (InputRequest) throws -> sending AnySampleSource<InputSample>

    /// Throws what stands in the way of recording what is asked; it may block.
    public typealias AccessCheck = @Sendable (InputRequest) throws -> Void

    /// What fingers and keys do, once the recorder has started.
    public private(set) var live: LiveInput?
    /// The latest event of each kind, once the recorder has started.
    public private(set) var liveTap: LiveTap<InputSample>?

    private let request: InputRequest
    private let makeSource: SourceMaker
    private let checkAccess: AccessCheck

    /// A recorder that has not started.
    public required init(
        configuration: any InputRecording,
        path: any RSDPathComponent,
        environment: RecorderEnvironment,
        source: @escaping SourceMaker,
        access: @escaping AccessCheck = { _ in }
    ) {
        request = configuration.request
        makeSource = source
        checkAccess = access
        super.init(configuration: configuration, path: path, environment: environment)
    }

    open override func checkPermissions() async throws {
        let (check, request) = (checkAccess, request)
        try await Task.detached { try check(request) }.value
    }

    open override func makeStreams() throws -> [any RecordingStream] {
        let live = LiveInput(keys: request.keys)
        self.live = live
        let format = InputFormat(
            keys: request.keys,
            live: live,
            plotsSensors: request.kinds.contains(.accelerometer)
        )
        return [try makeStream(format)]
    }

    final func makeStream(
        _ format: some SampleFormat<InputSample>
    ) throws -> any RecordingStream {
        let stream = FileStream(
            identifier: configuration.identifier,
            source: try makeSource(request),
            format: format
        )
        liveTap = stream.tap
        return stream
    }

    final func show(_ live: LiveInput) { self.live = live }
}

/// Records touches, in the field's form.
@MainActor
open class TouchRecorder: InputRecorder {
    open override func makeStreams() throws -> [any RecordingStream] {
        let live = LiveInput(keys: [])
        show(live)
        return [try makeStream(TouchFormat(live: live))]
    }
}
