// A recorder is the async action that writes samples to files. `AsyncActionLifecycle` decides what the recorder does
// next; a subclass defines in `makeStreams` what to record.

public import Research
internal import SampleFile
public import SampleStream
public import Timebase

/// Records the streams that a subclass makes.
///
/// A subclass overrides `makeStreams` and, if it needs a permission, `checkPermissions`. The order of opening, the
/// result and everything else are the same for every recorder.
@MainActor
open class RSDSampleRecorder: RSDAsyncActionController {
    public let configuration: any RSDAsyncActionConfiguration
    public let path: any RSDPathComponent
    public let environment: RecorderEnvironment
    public weak var delegate: (any RSDAsyncActionControllerDelegate)?

    /// The files closed so far, in the order in which the streams were made.
    public var files: [RecordedFile] { filesByStream.compactMap { $0 } }
    /// The files that somebody removed while they were written.
    ///
    /// Each has a replacement, which counts the readings of the removed file as lost.
    public private(set) var lostFiles: [LostFile] = []
    /// Remarks for the user: what the system refused, and why data or results are missing, as far as known.
    public var notes: [String] { told + [standstillNote].compactMap(\.self) + notesOnResults }
    /// A notice for the participant while the recorder runs, if the recording must not run unnoticed.
    public package(set) var notice: String?
    /// The streams; empty before the start.
    public private(set) var streams: [any RecordingStream] = []
    /// What each source reports about itself, by the identifier of its stream.
    public private(set) var sources: [String: SourceDescription] = [:]

    private var told: [String] = []
    /// Set while the clock has not moved since the start.
    final var standstill: Standstill?
    private var pauses: PauseLedger?
    private var places: [FilePlace] = []
    private var filesByStream: [RecordedFile?] = []
    private var lifecycle: AsyncActionLifecycle
    private var waiting = WaitingCalls()
    private var round = StreamRound(count: 0)
    private var reports: AsyncStream<IndexedReport>.Continuation?

    /// A recorder that has not started.
    ///
    /// - Parameters:
    ///   - configuration: What to record. Its identifier is the main file's and the result's.
    ///   - path: The path of the task that the result belongs to.
    ///   - environment: Time, files and the options of the system.
    public init(
        configuration: any RSDAsyncActionConfiguration,
        path: any RSDPathComponent,
        environment: RecorderEnvironment
    ) {
        self.configuration = configuration
        self.path = path
        self.environment = environment
        lifecycle = AsyncActionLifecycle(identifier: configuration.identifier)
    }

    isolated deinit {
        environment.marks.leave(streams)
        for stream in streams {
            stream.abandon(at: environment.timekeeper.now)
            stream.closeFile()
        }
    }

    // MARK: For subclasses

    /// Makes the streams, one for each file; the first is the recorder's main one.
    open func makeStreams() throws -> [any RecordingStream] { [] }

    /// Checks that the recording is permitted; throws an error that says what prevents it.
    open func checkPermissions() async throws {}

    /// Called when all streams are open and running.
    open func didStart() {}

    /// Further figures that can be plotted while it runs.
    open var figurePlots: [FigurePlot] { [] }

    /// Results about whole files, in addition to the file results; read after the files are closed.
    open var resultsBesideFiles: [any RSDResult] { [] }

    /// Why a result of `resultsBesideFiles` is missing or incomplete; read after the files are closed.
    open var notesOnResults: [String] { [] }

    /// Waits until `resultsBesideFiles` are final; called after the files are closed.
    open func settleResults() async {}

    // MARK: State

    public var status: RSDAsyncActionStatus { lifecycle.status }
    public var error: (any Error)? { lifecycle.error }
    public var isPaused: Bool { lifecycle.isPaused }
    /// Whether every source has ended by itself.
    public var hasSourceEnded: Bool { lifecycle.hasSourceEnded }

    /// How long it has recorded, without pauses.
    public var recordedTime: Duration {
        pauses?.elapsed(at: environment.timekeeper.now) ?? .zero
    }

    /// The result of the one file, or a collection of all file results and `resultsBesideFiles`.
    ///
    /// It is `nil` until a file is closed. A lost file has no result.
    public var result: (any RSDResult)? {
        let results = files.filter { !$0.isLost }.map { $0.result() }
        guard let first = results.first, let last = results.last else { return nil }
        let all: [any RSDResult] = results + resultsBesideFiles
        guard all.count > 1 else { return first }
        return RSDCollectionResultObject(
            identifier: configuration.identifier,
            startDate: first.startDate,
            endDate: last.endDate,
            inputResults: all
        )
    }

    // MARK: Calls

    public func requestPermissions() async throws -> RSDAsyncActionStatus {
        try await withCheckedThrowingContinuation { continuation in
            waiting.permission.append(continuation)
            receive(.requestPermission)
        }
    }

    public func start() async throws {
        try await withCheckedThrowingContinuation { continuation in
            waiting.start.append(continuation)
            receive(.start)
        }
    }

    public func stop() async throws -> (any RSDResult)? {
        try await withCheckedThrowingContinuation { continuation in
            waiting.stop.append(continuation)
            let wasStarting = status == .starting
            receive(.stop)
            if wasStarting { limitDraining(min(environment.openingLimit, environment.drainLimit)) }
        }
        await settleResults()
        return result
    }

    public func pause() { receive(.pause) }

    public func resume() { receive(.resume) }

    public func cancel() {
        receive(.cancel)
        abandonIfOver()
    }

    /// Fails the recorder from outside, as a device failure would.
    public func fail(with error: any Error) {
        receive(.fail(error))
        abandonIfOver()
    }

    /// Abandons the sources after a failure or a cancellation.
    ///
    /// Otherwise the lifecycle would wait for a source that is still opening, and nothing would wake that source.
    private func abandonIfOver() {
        guard status >= .cancelled, !lifecycle.isOver else { return }
        for stream in streams { stream.abandon(at: environment.timekeeper.now) }
    }

    public func moveTo(step: any RSDStep, taskPath: any RSDPathComponent) {
        note(.moved(stepPath: taskPath.stepPath(to: step.identifier)))
    }

    public var takesMarks: Bool { true }

    public func mark(_ name: String, at instant: BootInstant?) {
        note(.marked(name: name), at: instant)
    }

    public func waitForEndOfSource() async {
        if lifecycle.hasSourceEnded || lifecycle.isOver { return }
        await withCheckedContinuation { waiting.sourceEnd.append($0) }
    }

    /// Passes a note to the streams; drops it after a stop was requested.
    private func note(_ note: ControlNote, at instant: BootInstant? = nil) {
        guard status <= .running else { return }
        let time = instant ?? environment.timekeeper.now
        for stream in streams { stream.note(note, at: time) }
    }
}

// MARK: - Performing what the lifecycle decides

extension RSDSampleRecorder {
    private func receive(_ event: AsyncActionLifecycle.Event) {
        for effect in lifecycle.receive(event) { perform(effect) }
        if lifecycle.hasSourceEnded || lifecycle.isOver { waiting.answerSourceEnd() }
    }

    private func perform(_ effect: AsyncActionLifecycle.Effect) {
        switch effect {
        case .askPermission: askPermission()
        case .openAndStart: openAndStart()
        case .markPaused: mark(isPausing: true)
        case .markResumed: mark(isPausing: false)
        case .stopCapture(let draining): stopCapture(draining: draining)
        case .closeFiles: closeFiles()
        case .releaseDevice: release()
        case .tellDelegate(let error): delegate?.asyncActionController(self, didFailWith: error)
        case .answerPermission(let answer): waiting.answerPermission(answer)
        case .answerStart(let answer): waiting.answerStart(answer)
        case .refuseStart(let error): waiting.refuseStart(error)
        case .answerStop(let answer): waiting.answerStop(answer)
        }
    }

    private func askPermission() {
        Task {
            do {
                try await checkPermissions()
                receive(.permissionGranted)
            } catch {
                receive(.permissionDenied(error))
            }
        }
    }

    private func openAndStart() {
        do {
            let setups = try prepareStreams()
            round = StreamRound(count: streams.count)
            filesByStream = Array(repeating: nil, count: streams.count)
            listen()
            if let start = setups.first?.start {
                environment.marks.join(streams, openedAt: start.boottime)
            }
            if streams.isEmpty {
                receive(.opened)
                didStart()
            }
            for (index, (stream, setup)) in zip(streams, setups).enumerated() {
                stream.start(setup) { [reports] in
                    reports?.yield(IndexedReport(stream: index, report: $0))
                }
            }
        } catch {
            for place in places { environment.files.giveBack(place) }
            streams = []
            round = StreamRound(count: 0)
            receive(.openFailed(error))
        }
    }

    private func prepareStreams() throws -> [StreamSetup] {
        try configuration.validate()
        streams = try makeStreams()
        let start = environment.timekeeper.reading()
        pauses = PauseLedger(start: start.boottime)
        let json = configuration as? any RSDJSONRecorderConfiguration
        let usesCSV = json?.usesCSVEncoding ?? false
        let compression = environment.flushPolicy.compression
        let ofSamples = [usesCSV ? "csv" : "json", compression?.fileExtension].compactMap(\.self)
        let requests = streams.map { stream in
            FileRequest(
                sections: path.sectionIdentifiers,
                identifier: stream.identifier,
                fileExtension: stream.document?.fileExtension ?? ofSamples.joined(separator: "."),
                compression: stream.document == nil ? compression : nil,
                start: start,
                schema: stream.schema,
                recorder: configuration.asyncActionType.rawValue,
                document: stream.document
            )
        }
        for request in requests { places.append(try environment.files.claim(request)) }
        let replacements = Replacements()
        return zip(requests, places).map { request, place in
            StreamSetup(
                environment: environment,
                request: request,
                place: place,
                replacements: replacements,
                usesCSV: usesCSV,
                usesRootDictionary: json?.usesRootDictionary ?? false,
                stepPath: path.currentStepPath,
                start: start
            )
        }
    }

    private func mark(isPausing: Bool) {
        let now = environment.timekeeper.now
        if isPausing {
            pauses?.pause(at: now)
            standstill = nil
        } else {
            pauses?.resume(at: now)
            if let start = pauses?.start { watchForStandstill(since: start) }
        }
        note(isPausing ? .paused : .resumed, at: now)
    }

    private func stopCapture(draining: Bool) {
        let now = environment.timekeeper.now
        pauses?.pause(at: now)
        if let note = standstillNote { told.append(note) }
        standstill = nil
        for stream in streams {
            if draining { stream.stop(at: now) } else { stream.abandon(at: now) }
        }
        if draining { limitDraining(environment.drainLimit) }
        if round.isDrained { receive(.drained) }
    }

    /// Abandons the sources if they have not ended within a time limit.
    private func limitDraining(_ limit: Duration) {
        Task { [weak self] in
            try? await Task.sleep(for: limit)
            guard let self, self.status == .waitingToStop else { return }
            self.told.append(
                "\(self.configuration.identifier): its source did not end within \(limit) of the "
                    + "stop and was left; what it had still to give is not in the file"
            )
            for stream in self.streams { stream.abandon(at: self.environment.timekeeper.now) }
        }
    }

    private func closeFiles() {
        for stream in streams { stream.closeFile() }
        if round.isClosed { receive(.filesClosed) }
    }

    private func release() {
        for stream in streams { stream.join() }
        reports?.finish()
        reports = nil
        receive(.released)
    }

    // MARK: Reports of the threads

    private func listen() {
        let (reports, continuation) = AsyncStream<IndexedReport>.makeStream()
        self.reports = continuation
        Task { [weak self] in
            for await report in reports {
                guard let self else { return }
                self.hear(report.report, of: report.stream)
            }
        }
    }

    private func hear(_ report: StreamReport, of index: Int) {
        switch report {
        case .note(let text):
            told.append(text)
        case .opened(let description):
            environment.marks.begin(streams[index])
            sources[streams[index].identifier] = description
            if round.opened() {
                if let start = pauses?.start { watchForStandstill(since: start) }
                receive(.opened)
                if status == .running { didStart() }
            }
        case .openFailed(let error):
            receive(.openFailed(error))
        case .openAbandoned:
            receive(.openAbandoned)
        case .lost(let file):
            lostFiles.append(file)
        case .failed(let error):
            receive(.fail(error))
        case .sourceEnded:
            if round.sourceEnded() {
                standstill = nil
                receive(.sourceEnded)
            }
        case .drained:
            environment.marks.leave([streams[index]])
            if round.drained() { receive(.drained) }
        case .closed(let file, let failure):
            if var file {
                // The error that ends the recorder early also ended its files early.
                file.failure = file.failure ?? error.map { "\($0)" }
                filesByStream[index] = file
                told += file.channels.compactMap(\.noteOnRate).map { "\(file.identifier): \($0)" }
                environment.files.didClose(file)
            } else {
                environment.files.giveBack(places[index])
            }
            if let failure { round.closeFailure = round.closeFailure ?? failure }
            guard round.closed() else { return }
            if let failure = round.closeFailure {
                receive(.closeFailed(failure))
            } else {
                receive(.filesClosed)
            }
        }
    }
}
