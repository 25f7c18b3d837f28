// Carries a plan out: opens the session, runs the recorders until their sources end or somebody
// says stop, and closes everything, whatever happened between.

internal import FoundationEssentials
internal import PlainWords
internal import Recording
internal import RecorderKinds
internal import Research
internal import SampleFile
internal import SampleStream
public import SessionFolder
public import SystemCalls
internal import TaskSession
internal import Timebase

/// One session from its opening to its closing.
@MainActor
public final class RecordingRun {
    /// What a wish to stop means.
    private enum Phase {
        case starting, running, ending
    }

    private let plan: RecordingPlan
    private let session: OpenSession
    private let runIdentifier: UUID
    /// The folders above the session that were not there before, the innermost first.
    private let madeFolders: [String]
    private let group: RecorderGroup
    private let companions: CompanionFiles
    private let pedometers = SharedPedometers()
    private var phase = Phase.starting
    private var stopWishes = 0

    /// Makes the session folder.
    ///
    /// - Parameters:
    ///   - plan: What is recorded.
    ///   - software: What the manifest names as its writer.
    /// - Returns: The run, which has not started.
    /// - Throws: Where the folder cannot be made.
    public static func begin(
        _ plan: RecordingPlan,
        writtenBy software: SessionManifest.Software = .init(name: "footfall", version: "0")
    ) async throws -> RecordingRun {
        guard !plan.recorders.isEmpty else {
            throw RunFailure(
                "\(plan.identifier): no recorder is planned; give the plan at least one"
            )
        }
        let runIdentifier = UUID.random()
        var manifest = SessionManifest(
            identifier: plan.identifier,
            taskRunUUID: runIdentifier,
            start: plan.start,
            timeZone: plan.zone,
            software: software,
            host: .current
        )
        manifest.participant = plan.participant
        manifest.study = plan.study
        manifest.origin = plan.origin?.session
        manifest.imported = plan.imported
        manifest.notes = (plan.origin?.notes ?? []) + plan.remarks
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
        group = RecorderGroup(plan.recorders)
        companions = CompanionFiles(in: session)
    }

    /// Records, and answers what became of it; throws only when nothing was recorded.
    ///
    /// - Parameters:
    ///   - stops: Each is somebody's wish that it end; the second one does not wait for what is on its way.
    ///   - watch: Begins to watch it, once all its sources are open.
    ///   - beside: Begins what is done beside it, in other sessions than this one.
    /// - Returns: What became of it.
    /// - Throws: What kept it from recording anything.
    public func run(
        until stops: AsyncStream<StopSignalKind> = AsyncStream { $0.finish() },
        watchedBy watch: (WatchedRecording) throws -> (any RecordingWatch)? = { _ in nil },
        beside: (_ session: String) -> Void = { _ in }
    ) async throws -> RecordingOutcome {
        let began = LiveTimekeeper().now
        let heeding = Task {
            for await _ in stops { heedStopRequest() }
        }
        defer { heeding.cancel() }
        let listening = plan.endingPresses.map { presses in
            Task { for await _ in presses { heedEndingPress() } }
        }
        defer { listening?.cancel() }
        guard try await start() else {
            try await requireWhole()
            return await finish(took: began.duration(to: LiveTimekeeper().now))
        }
        phase = .running
        plan.onRunning()
        beside(session.path)
        let aids = aids()
        let watching = watching(by: watch)
        await group.runToTheEnd(within: plan.endsAfter, onLeaving: plan.onLeaving)
        phase = .ending
        await aids?.end()
        do {
            try await requireWhole()
        } catch {
            watching?.finish(samples: 0, losses: 0)
            throw error
        }
        if !group.wasAbandoned, group.errors.isEmpty { await writeCompanions() }
        let outcome = await finish(took: began.duration(to: LiveTimekeeper().now))
        // Last of all: a terminal that is held may keep the drawing as long as it likes.
        watching?.finish(samples: outcome.samples, losses: outcome.losses)
        return outcome
    }

    /// Who watches it, where somebody does and can.
    private func watching(
        by watch: (WatchedRecording) throws -> (any RecordingWatch)?
    ) -> (any RecordingWatch)? {
        do {
            return try watch(watched)
        } catch {
            session.note("no progress is shown: \(error)")
            return nil
        }
    }

    /// Readings of the clocks, where they are not a recording's, and a door for marks, where it is none: a replay has
    /// the marks of its session alone.
    private func aids() -> SessionAids? {
        plan.recorders.first.map { first in
            SessionAids(
                of: session,
                into: plan.marks,
                by: first.timekeeper,
                from: beginning,
                readsClocks: plan.recordedClocks.isEmpty,
                takesMarks: plan.origin == nil && plan.imported == nil,
                networkMarks: plan.networkMarks
            )
        }
    }

    /// When the recording began, in its own time.
    private var beginning: BootInstant {
        let recordedStarts = group.recorders.flatMap(\.sources.values).compactMap(\.recordedStart)
        return recordedStarts.min() ?? plan.start.boottime
    }

    // MARK: Starting

    /// Starts every recorder; `false` when one could not, but another has recorded already.
    private func start() async throws -> Bool {
        do {
            try await group.start(in: environment(of:))
            tellUntakenMarks()
            plan.gate?.open()
            return true
        } catch {
            // At full speed one recorder may be far before the next is open: that is kept.
            let isKept = !(error is any WishFault)
            if isKept, group.files.contains(where: { $0.samples > 0 }) {
                return false
            }
            // Nothing is worth keeping yet, and nothing half-made is left.
            await Self.leaveNothing(of: self)
            guard stopWishes == 0 else {
                throw RunFailure(
                    "\(session.path): stopped before every sensor was open; nothing was recorded"
                )
            }
            throw error
        }
    }

    /// Leaves nothing of a session that is to be whole and is not: what it is made of is still there.
    private func requireWhole() async throws {
        guard let whole = plan.wholeness else { return }
        let fault = whole.fault(
            isStopped: stopWishes > 0,
            failure: group.errors.first,
            files: group.files
        )
        guard let fault else { return }
        await Self.leaveNothing(of: self)
        throw RunFailure("\(whole.source): \(fault); nothing of it is kept")
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

    private func environment(of planned: PlannedRecorder) -> RecorderEnvironment {
        var environment = RecorderEnvironment(
            files: SessionFiles.files(
                of: planned.configuration,
                in: session,
                at: planned.placement
            ),
            timekeeper: planned.timekeeper,
            zone: plan.zone,
            marks: plan.marks
        )
        environment.flushPolicy = plan.flushPolicy
        environment.pedometers = pedometers
        return environment
    }

    private var watched: WatchedRecording {
        let streams = group.pairs.flatMap { recorder, planned in
            let name = planned.placement ?? planned.configuration.identifier
            return recorder.streams.map { stream -> WatchedRecording.Stream in
                var watched = WatchedRecording.Stream(
                    stream: stream,
                    recorder.liveChannels,
                    of: name
                )
                watched.recorder = recorder
                return watched
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
            group.stopWhileOpening()
        case .starting:
            group.abandon()
        case .running:
            group.requestStop()
        case .ending:
            companions.abandon()
        }
    }

    /// Does what a first wish to stop does; a key that bounces asks for nothing more.
    ///
    /// What sensors have given since the press is on its way to the files: the end comes after it, and
    /// when the key was pressed is told by a mark.
    private func heedEndingPress() {
        switch phase {
        case .starting where stopWishes == 0 && plan.canBeEndedWhileOpening: heedStopRequest()
        case .running: group.end()
        case .starting, .ending: break
        }
    }

    // MARK: Ending

    /// Writes what is computed beside the samples.
    ///
    /// Somebody who does not want to wait for it loses nothing: it can be computed again.
    private func writeCompanions() async {
        for (recorder, planned) in group.pairs {
            guard let companion = planned.companion else { continue }
            for file in recorder.files { await companions.write(companion, beside: file) }
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
            group.recorders.allSatisfy(\.hasSourceEnded) && plan.cut.map { end < $0 } ?? true
        let earlier = plan.recordedClocks.dropLast().filter { isWhole || $0.boottime < end }
        for reading in earlier { session.noteClocks(reading) }
        guard !isWhole else { return recordedEnd }
        let last = earlier.last ?? plan.start
        return last.advanced(by: last.boottime.duration(to: end))
    }

    private func finish(took: Duration) async -> RecordingOutcome {
        let files = group.files
        let reading = self.reading(atEndOf: files)
        let end = Date(reading.realtime)
        var result = RSDTaskResultObject(
            identifier: plan.identifier,
            taskRunUUID: runIdentifier,
            startDate: Date(plan.start.realtime),
            endDate: end
        )
        for recorder in group.recorders { result.attachResults(of: recorder, at: end) }
        companions.attachResults(to: &result)

        tellUntakenMarks()
        let failures = group.errors + [companions.error].compactMap(\.self)
        var failure = failures.first
        let status: SessionManifest.Status =
            failure != nil ? .failed : group.wasAbandoned ? .cancelled : .finished
        var notes = plan.notes + plan.laterNotes.all + group.recorders.flatMap(\.notes)
        if let asked = plan.endsAfter, group.hasRunOut, failure == nil {
            notes.append(
                "it ended ahead of the \(Quantity.oneDecimal(asked.inSeconds)) s that were asked for: "
                    + "every source had come to its end"
            )
        }
        for line in notes { session.note(line) }
        for failure in failures { session.noteError("\(failure)") }
        do {
            try await session.finish(status, at: reading, taskResult: result)
        } catch {
            failure = failure ?? error
        }
        // What came while the session was closed is in no document of it, and told to whoever is there.
        notes += plan.marks.keepNoLonger().map(\.description)
        let outcomes = files.map { RecordingOutcome.File($0) } + companions.files
        let recorded = files.map { $0.start.duration(to: $0.end) }.max() ?? .zero
        let place = await session.presentPath()
        return RecordingOutcome(
            session: place ?? session.path,
            isGone: place == nil,
            isComputed: plan.origin?.session.ownProcessing != nil,
            status: status.rawValue,
            files: outcomes,
            samples: outcomes.reduce(0) { $0 + $1.samples },
            losses: outcomes.reduce(0) { $0.addingClamped($1.losses) },
            inheritedLosses: plan.origin?.session.losses ?? [],
            lostFiles: group.recorders.flatMap(\.lostFiles).map(\.line),
            notes: notes,
            answers: group.recorders.flatMap(RecordingOutcome.Answer.all),
            seconds: recorded.inSeconds,
            tookSeconds: took.inSeconds,
            error: failure.map { "\($0)" },
            otherErrors: group.errorsOfTheirOwn.filter { $0 != failure.map { "\($0)" } }
        )
    }
}
