// The recorder that all kinds share: it writes a source's samples to one file, in the format of its kind.

public import Recording
public import Research
public import SampleStream

/// Records with one kind of recorder.
///
/// The same recorder runs over a device, a recorded session and a simulation; only its source differs.
@MainActor
public final class KindRecorder<Kind: RecorderKind>: RSDSampleRecorder {
    /// The format of its file; `nil` before the start.
    public private(set) var format: Kind.Format?
    /// The latest reading of each channel; `nil` before the start.
    public private(set) var latestValues: LatestValues<Kind.Sample>?

    let kind: Kind
    let recorded: Kind.Configuration
    private let makeSource: SourceMaker<Kind>
    private let checkAccess: AccessCheck<Kind>

    /// A recorder that has not started.
    ///
    /// - Parameters:
    ///   - kind: The kind of recorder.
    ///   - configuration: The recorder's configuration from the task file.
    ///   - path: The path of the task that the result belongs to.
    ///   - environment: Time, files and the options of the system.
    ///   - access: Throws an error that says what prevents the recording.
    ///   - source: Makes the source, which is opened later, on its own thread.
    public init(
        _ kind: Kind,
        configuration: Kind.Configuration,
        path: any RSDPathComponent,
        environment: RecorderEnvironment,
        access: @escaping AccessCheck<Kind> = { _ in },
        source: @escaping SourceMaker<Kind>
    ) {
        self.kind = kind
        recorded = configuration
        checkAccess = access
        makeSource = source
        super.init(configuration: configuration, path: path, environment: environment)
    }

    public override func checkPermissions() async throws {
        let (check, configuration) = (checkAccess, recorded)
        try await Task.detached { try check(configuration) }.value
    }

    public override func makeStreams() throws -> [any RecordingStream] {
        let order = SourceOrder<Kind>(
            configuration: recorded,
            sectionIdentifiers: path.sectionIdentifiers,
            environment: environment
        )
        let format = kind.format(for: recorded, in: environment)
        let stream = FileStream(
            identifier: recorded.identifier,
            source: try makeSource(order),
            format: format,
            readingsPerSecond: kind.readingsPerSecond(for: recorded),
            processor: kind.processor(for: recorded)
        )
        notice = order.besides.notice
        self.format = format
        latestValues = stream.latestValues
        return [stream] + order.besides.streams
    }

    public override var resultsBesideFiles: [any RSDResult] { findings.results }

    public override var figurePlots: [FigurePlot] {
        format.map { kind.plots(of: $0, for: recorded) } ?? []
    }

    public override var notesOnResults: [String] { findings.notes }

    private var findings: RecorderFindings {
        guard let format, let file = files.first, !file.isLost else { return RecorderFindings() }
        return kind.findings(beside: file, writtenBy: format, for: recorded)
    }

    public override func settleResults() async {
        guard let format, let file = files.first, !file.isLost else { return }
        await kind.settle(file, writtenBy: format, for: recorded)
    }
}

/// Makes the source that a recorder has ordered.
public typealias SourceMaker<Kind: RecorderKind> =
    @MainActor (SourceOrder<Kind>) throws -> sending AnySampleSource<Kind.Sample>

/// Throws an error that says what prevents the recording; it may block.
public typealias AccessCheck<Kind: RecorderKind> = @Sendable (Kind.Configuration) throws -> Void

/// What a source supplies besides its samples: further files, and a notice.
@MainActor
package final class SourceCompany {
    package private(set) var streams: [any RecordingStream] = []
    /// A notice for the participant, if the source can hear or see them.
    package var notice: String?

    nonisolated init() {}

    /// Adds one more file to the recorder.
    package func add(_ stream: any RecordingStream) { streams.append(stream) }
}

/// A recorder's request for its source: the configuration, the recorder's sections, and the environment.
public struct SourceOrder<Kind: RecorderKind>: Sendable {
    /// The recorder's configuration from the task file.
    public let configuration: Kind.Configuration
    /// The identifiers of the sections around the recorder, the outermost first.
    public let sectionIdentifiers: [String]
    /// Time, files, and `marks`, with which a source can put marks into every file.
    public let environment: RecorderEnvironment
    /// Collects what the source supplies besides its samples.
    @MainActor package let besides = SourceCompany()

    public init(
        configuration: Kind.Configuration,
        sectionIdentifiers: [String],
        environment: RecorderEnvironment
    ) {
        self.configuration = configuration
        self.sectionIdentifiers = sectionIdentifiers
        self.environment = environment
    }
}
