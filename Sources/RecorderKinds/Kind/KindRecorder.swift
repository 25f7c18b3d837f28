// The recorder behind every kind: a source's samples into one file, as the kind says.

public import Recording
public import Research
public import SampleStream

/// Records what one kind of recorder records.
///
/// The same recorder runs over a device, a recorded session and a simulation: only the source that it is given
/// differs.
@MainActor
public final class KindRecorder<Kind: RecorderKind>: RSDSampleRecorder {
    /// What writes its file, once the recorder has started.
    public private(set) var format: Kind.Format?
    /// The latest reading of each channel, once the recorder has started.
    public private(set) var liveTap: LiveTap<Kind.Sample>?

    let kind: Kind
    let recorded: Kind.Configuration
    private let makeSource: SourceMaker<Kind>
    private let checkAccess: AccessCheck<Kind>

    /// A recorder that has not started.
    ///
    /// - Parameters:
    ///   - kind: What it records.
    ///   - configuration: What the task file says of it.
    ///   - path: Whose the result will be.
    ///   - environment: Time, files and what may be asked of the system.
    ///   - access: Throws what stands in the way of recording what is asked.
    ///   - source: Makes its source, which is opened later, on a thread of its own.
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
            deriver: kind.deriver(for: recorded)
        )
        notice = order.besides.notice
        self.format = format
        liveTap = stream.tap
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

/// Makes what one recorder ordered.
public typealias SourceMaker<Kind: RecorderKind> =
    @MainActor (SourceOrder<Kind>) throws -> sending AnySampleSource<Kind.Sample>

/// Throws what stands in the way of recording what is asked; it may block.
public typealias AccessCheck<Kind: RecorderKind> = @Sendable (Kind.Configuration) throws -> Void

/// What a source gives besides its samples.
@MainActor
package final class SourceCompany {
    package private(set) var streams: [any RecordingStream] = []
    /// What whoever is recorded is told, where the source listens to them.
    package var notice: String?

    nonisolated init() {}

    /// Has a recorder write one more file.
    package func add(_ stream: any RecordingStream) { streams.append(stream) }
}

/// What a recorder wants of a source, and where in a run it stands.
public struct SourceOrder<Kind: RecorderKind>: Sendable {
    /// What the task file says of the recorder.
    public let configuration: Kind.Configuration
    /// The sections that it is inside of, the outermost first.
    public let sectionIdentifiers: [String]
    /// Time, files, and `marks`, which take what a source hears that is to be in every file.
    public let environment: RecorderEnvironment
    /// What a source gives besides its samples, each for a file of its own.
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
