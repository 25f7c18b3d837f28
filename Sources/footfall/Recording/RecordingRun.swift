// Carries a plan out: opens the session, runs the recorders until their sources end or somebody
// says stop, and closes everything, whatever happened between.

internal import FoundationEssentials
internal import Recording
internal import RecorderKinds
internal import WalkSource
internal import Research
internal import SampleFile
internal import SampleStream
internal import SessionFolder
internal import SystemCalls
internal import TaskSession
internal import Timebase

/// One session from its opening to its closing.
@MainActor
final class RecordingRun {
    /// What can happen to a run.
    private enum Event: Sendable {
        /// Every source has come to its end, or a recorder has failed.
        case over
        /// A person or the system wants it to end.
        case stopRequested
        /// Every recorder has closed its files.
        case stopped
    }

    /// What a wish to stop means.
    private enum Phase {
        case starting, running, ending
    }

    private let plan: RecordingPlan
    private let session: OpenSession
    private let runIdentifier: UUID
    /// The folders above the session that were not there before, the innermost first.
    private let madeFolders: [String]
    private let events = AsyncStream<Event>.makeStream()
    /// Ends what is written after the recording, and is not the recording.
    private let stopOfTruths = StopSignal()
    private var phase = Phase.starting
    private var stopWishes = 0
    private var recorders: [any LiveRecorder] = []
    private var wasAbandoned = false
    private var truthFailure: TruthFailure?
    private var truths: [(result: RSDFileResultObject, file: RecordingOutcome.File)] = []

    /// Makes the session folder.
    static func begin(_ plan: RecordingPlan) async throws -> RecordingRun {
        let runIdentifier = UUID.random()
        var manifest = SessionManifest(
            identifier: plan.identifier,
            taskRunUUID: runIdentifier,
            start: plan.start,
            timeZone: plan.zone,
            software: .init(name: "footfall", version: Program.version),
            host: .current
        )
        manifest.origin = plan.origin?.session
        manifest.notes = plan.origin?.notes ?? []
        manifest.recorders = plan.recorders.map(\.inManifest)
        let output = plan.output
        let madeFolders = await Task.detached { missingFolders(of: output) }.value
        do {
            let session = try await OpenSession.begin(
                in: plan.output,
                describedBy: manifest,
                by: plan.recorders.first?.timekeeper ?? LiveTimekeeper()
            )
            return RecordingRun(plan, session, runIdentifier, madeFolders)
        } catch {
            remove(madeFolders)
            throw error
        }
    }

    private init(
        _ plan: RecordingPlan,
        _ session: OpenSession,
        _ runIdentifier: UUID,
        _ madeFolders: [String]
    ) {
        self.plan = plan
        self.session = session
        self.runIdentifier = runIdentifier
        self.madeFolders = madeFolders
    }

    /// Records, and answers what became of it; throws only when nothing was recorded.
    ///
    /// Once all its sources are open, `beside` begins what is done beside the recording of the session.
    func run(
        in surroundings: Surroundings,
        showing: Bool,
        beside: (_ session: String) -> Void = { _ in }
    ) async throws -> RecordingOutcome {
        let began = LiveTimekeeper().now
        let heeding = Task {
            for await _ in surroundings.stopRequests.handedOn() { heedStopRequest() }
        }
        defer { heeding.cancel() }
        let listening = plan.endingPresses.map { presses in
            Task { for await _ in presses { heedEndingPress() } }
        }
        defer { listening?.cancel() }
        guard try await start() else {
            return await finish(took: began.duration(to: LiveTimekeeper().now))
        }
        phase = .running
        plan.onRunning()
        beside(session.path)
        let readings = attempt("the clocks are not read each minute") { try minuteReadings() }
        let door = attempt("`footfall mark` cannot make marks in this session") { try markDoor() }
        let watch = attempt("no progress is shown") {
            showing ? try ProgressWatch(watched, on: surroundings.console) : nil
        }
        await runToTheEnd()
        phase = .ending
        readings?.finish()
        door?.close()
        let isSound = !wasAbandoned && recorders.allSatisfy { $0.error == nil }
        if plan.writesTruth, isSound { await writeTruths() }
        let outcome = await finish(took: began.duration(to: LiveTimekeeper().now))
        // Last of all: a terminal that is held may keep the drawing as long as it likes.
        watch?.finish(samples: outcome.samples, losses: outcome.losses)
        return outcome
    }

    /// What the recording can do without: where it cannot be had, the manifest has a note.
    private func attempt<Aid: ~Copyable>(
        _ consequence: String,
        _ start: () throws -> Aid?
    ) -> Aid? {
        do {
            return try start()
        } catch {
            session.note("\(consequence): \(error)")
            return nil
        }
    }

    /// Reads the clocks each minute; not where they are a recording's.
    private func minuteReadings() throws -> MinuteReadings? {
        guard plan.recordedClocks.isEmpty, let clock = plan.recorders.first?.timekeeper else {
            return nil
        }
        return try MinuteReadings(of: clock, from: beginning, into: session)
    }

    /// Where another shell makes marks; none in a replay, which has those of its session alone.
    private func markDoor() throws -> MarkDoor? {
        guard plan.origin == nil, let clock = plan.recorders.first?.timekeeper else { return nil }
        return try MarkDoor(of: session, into: plan.marks, by: clock)
    }

    /// When the recording began, in its own time.
    private var beginning: BootInstant {
        let recordedStarts = recorders.flatMap(\.sources.values).compactMap(\.recordedStart)
        return recordedStarts.min() ?? plan.start.boottime
    }

    // MARK: Starting

    /// Starts every recorder; `false` when one could not, but another has recorded already.
    private func start() async throws -> Bool {
        for planned in plan.recorders { recorders.append(makeRecorder(planned)) }
        do {
            for recorder in recorders { _ = try await recorder.requestPermissions() }
            for recorder in recorders { try await recorder.start() }
            tellUntakenMarks()
            plan.gate?.open()
            return true
        } catch {
            for recorder in recorders {
                recorder.cancel()
                _ = try? await recorder.stop()
            }
            // At full speed one recorder may be far before the next is open: that is kept.
            let isKept = !(error is DeviceTakenTwice)
            if isKept, recorders.flatMap(\.files).contains(where: { $0.samples > 0 }) {
                return false
            }
            // Nothing is worth keeping yet, and nothing half-made is left.
            await Self.leaveNothing(of: self)
            guard stopWishes == 0 else {
                throw CommandFailure(
                    "\(session.path): stopped before every sensor was open; nothing was recorded"
                )
            }
            throw error
        }
    }

    /// Deletes a session in which nothing is recorded, with the folders that were made for it.
    static func leaveNothing(of run: RecordingRun) async {
        try? await run.session.discard()
        remove(run.madeFolders)
    }

    /// Notes the marks that are in no file.
    private func tellUntakenMarks() {
        for marks in plan.marks.keepNoLonger() { plan.laterNotes.add("\(marks)") }
    }

    private nonisolated static func missingFolders(of path: String) -> [String] {
        guard FileSystem.kind(of: path) == .missing, let parent = FileSystem.parent(of: path),
            parent != path
        else { return [] }
        return [path] + missingFolders(of: parent)
    }

    /// Removes folders as far as they are there and empty.
    private static func remove(_ folders: [String]) {
        for folder in folders { try? FileSystem.removeDirectory(folder) }
    }

    private func makeRecorder(_ planned: PlannedRecorder) -> any LiveRecorder {
        planned.make(
            RecorderEnvironment(
                files: SessionFiles.files(
                    of: planned.configuration,
                    in: session,
                    at: planned.placement
                ),
                timekeeper: planned.timekeeper,
                zone: plan.zone,
                marks: plan.marks
            )
        )
    }

    private var watched: WatchedRecording {
        let streams = zip(recorders, plan.recorders).flatMap { recorder, planned in
            let name = planned.placement ?? planned.configuration.identifier
            return recorder.streams.map { stream in
                WatchedRecording.Stream(stream: stream, recorder.liveChannels, of: name)
            }
        }
        return WatchedRecording(streams: streams, start: beginning, planned: plan.planned)
    }

    // MARK: Running

    /// Does what is wanted when somebody wants an end, for the first time or once more.
    private func heedStopRequest() {
        stopWishes += 1
        switch phase {
        case .starting where stopWishes == 1:
            for recorder in recorders { Task { _ = try? await recorder.stop() } }
            events.continuation.yield(.stopRequested)
        case .starting:
            wasAbandoned = true
            for recorder in recorders { recorder.cancel() }
        case .running:
            events.continuation.yield(.stopRequested)
        case .ending:
            stopOfTruths.abandon()
        }
    }

    /// Does what a first wish to stop does; a key that bounces asks for nothing more.
    ///
    /// What sensors have given since the press is on its way to the files: the end comes after it, and
    /// when the key was pressed is told by a mark.
    private func heedEndingPress() {
        switch phase {
        case .starting where stopWishes == 0 && plan.canBeEndedWhileOpening: heedStopRequest()
        case .running: events.continuation.yield(.over)
        case .starting, .ending: break
        }
    }

    private func runToTheEnd() async {
        var running = recorders.count
        let ends = recorders.map { recorder in
            Task {
                await recorder.waitForEndOfSource()
                running -= 1
                if running == 0 || recorder.error != nil { events.continuation.yield(.over) }
            }
        }
        let timer = plan.endsAfter.map { duration in
            Task {
                try await Task.sleep(for: duration, clock: .continuous)
                events.continuation.yield(.over)
            }
        }
        defer { timer?.cancel() }
        var isStopping = false
        for await event in events.stream {
            switch event {
            case .stopped:
                for end in ends { end.cancel() }
                return
            case .stopRequested where isStopping:
                wasAbandoned = true
                for recorder in recorders { recorder.cancel() }
            case .over, .stopRequested:
                guard !isStopping else { continue }
                isStopping = true
                Task {
                    await stopAll()
                    events.continuation.yield(.stopped)
                }
            }
        }
    }

    private func stopAll() async {
        let stops = recorders.map { recorder in
            // A failure is in the recorder's `error`, with what was recorded before it.
            Task { _ = try? await recorder.stop() }
        }
        for stop in stops { await stop.value }
    }

    // MARK: Ending

    /// Writes what was true beside what a synthetic walk's sensors gave.
    ///
    /// Somebody who does not want to wait for it loses nothing: it can be computed again.
    private func writeTruths() async {
        for file in recorders.flatMap(\.files) {
            guard let truth = SyntheticTruth(of: file.source) else { continue }
            do {
                TruthRecords.noteBegun(beside: file, in: session)
                // Who finds half of it is to find also what it is.
                await session.persisted()
                let stop = stopOfTruths
                // Elsewhere, so that a wish to stop is heard meanwhile.
                let writing = Task.detached { try truth.write(beside: file, until: stop) }
                guard let (place, summary) = try await writing.value else {
                    let note = "\(file.place.relativePath): stopped before its truth was written"
                    session.noteNeverMade(SyntheticTruth.fileName(beside: file.place.relativePath))
                    session.note(note)
                    continue
                }
                let result = TruthRecords.noteWritten(place, summary, beside: file, in: session)
                truths.append(
                    (result, RecordingOutcome.File(place, summary, result.identifier))
                )
            } catch {
                session.noteNeverMade(SyntheticTruth.fileName(beside: file.place.relativePath))
                truthFailure = truthFailure ?? TruthFailure(beside: file.place.path, error)
            }
        }
    }

    /// The clocks at the end, once those that were read before it are in the manifest.
    private func reading(atEndOf files: [RecordedFile]) -> ClockReading {
        guard let recordedEnd = plan.recordedClocks.last else {
            return plan.recorders.map { $0.timekeeper.reading() }.max { $0.boottime < $1.boottime }
                ?? plan.start
        }
        let end = files.map(\.end).max() ?? plan.start.boottime
        let isWhole =
            recorders.allSatisfy(\.hasSourceEnded) && plan.cut.map { end < $0 } ?? true
        let earlier = plan.recordedClocks.dropLast().filter { isWhole || $0.boottime < end }
        for reading in earlier { session.noteClocks(reading) }
        guard !isWhole else { return recordedEnd }
        let last = earlier.last ?? plan.start
        return last.advanced(by: last.boottime.duration(to: end))
    }

    private func finish(took: Duration) async -> RecordingOutcome {
        let reading = self.reading(atEndOf: recorders.flatMap(\.files))
        let end = Date(reading.realtime)
        var result = RSDTaskResultObject(
            identifier: plan.identifier,
            taskRunUUID: runIdentifier,
            startDate: Date(plan.start.realtime),
            endDate: end
        )
        for recorder in recorders { result.attachResults(of: recorder, at: end) }
        for truth in truths { result.appendAsyncResult(with: truth.result) }
        if let truthFailure {
            result.appendAsyncResult(
                with: RSDErrorResultObject(
                    identifier: "\(plan.identifier)_truth_error",
                    error: truthFailure,
                    startDate: Date(plan.start.realtime),
                    endDate: end
                )
            )
        }

        tellUntakenMarks()
        var failure: (any Error)? = recorders.lazy.compactMap(\.error).first ?? truthFailure
        let status: SessionManifest.Status =
            failure != nil ? .failed : wasAbandoned ? .cancelled : .finished
        var notes = plan.notes + plan.laterNotes.all + recorders.flatMap(\.notes)
        for line in notes { session.note(line) }
        if let failure { session.noteError("\(failure)") }
        do {
            try await session.finish(status, at: reading, taskResult: result)
        } catch {
            failure = failure ?? error
        }
        // What came while the session was closed is in no document of it, and told to whoever is there.
        notes += plan.marks.keepNoLonger().map(\.description)
        let files = recorders.flatMap(\.files)
        let outcomes = files.map { RecordingOutcome.File($0) } + truths.map(\.file)
        let recorded = files.map { $0.start.duration(to: $0.end) }.max() ?? .zero
        let place = await session.presentPath()
        return RecordingOutcome(
            session: place ?? session.path,
            isGone: place == nil,
            status: status.rawValue,
            files: outcomes,
            samples: outcomes.reduce(0) { $0 + $1.samples },
            losses: outcomes.reduce(0) { $0.addingClamped($1.losses) },
            inheritedLosses: plan.origin?.session.losses ?? [],
            lostFiles: recorders.flatMap(\.lostFiles).map(\.line),
            notes: notes,
            seconds: recorded.inSeconds,
            tookSeconds: took.inSeconds,
            error: failure.map { "\($0)" }
        )
    }
}
