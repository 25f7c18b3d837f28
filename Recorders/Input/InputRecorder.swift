// The `input` async action: any source of input events, into one file.

public import Recording
public import Research
public import SampleStream

/// Records input events.
@MainActor
open class InputRecorder: RSDSampleRecorder {
    /// Makes the source for what is asked; it is opened later, on a thread of its own.
    public typealias SourceMaker =
        @MainActor (InputRequest) throws -> sending AnySampleSource<InputSample>

    /// The latest events, once the recorder has started.
    public private(set) var liveTap: LiveTap<InputSample>?

    private let request: InputRequest
    private let makeSource: SourceMaker

    /// A recorder that has not started.
    public init(
        configuration: InputRecorderConfiguration,
        path: any RSDPathComponent,
        environment: RecorderEnvironment,
        source: @escaping SourceMaker
    ) {
        request = configuration.request
        makeSource = source
        super.init(configuration: configuration, path: path, environment: environment)
    }

    open override func makeStreams() throws -> [any RecordingStream] {
        let stream = FileStream(
            identifier: configuration.identifier,
            source: try makeSource(request),
            format: InputFormat(keys: request.keys)
        )
        liveTap = stream.tap
        return [stream]
    }
}
