// Carries out a `RecordingPlan`: opens the session, runs the recorders until their sources end or the user stops
// them, and then closes everything, also after a failure.

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
    /// The phase of the run, which decides what a stop request does.
    private enum Phase {
        case starting, running, ending
    }

    private let plan: RecordingPlan
    private let session: OpenSession
    private let runIdentifier: UUID
    /// The folders around the session folder that were missing and were made for it, the innermost first.
    private let madeFolders: [String]
    private let group: RecorderGroup
    private let companions: CompanionFiles
    private let pedometers = SharedPedometers()
    private var phase = Phase.starting
    private var stopRequests = 0

    /// Makes the session folder.
    ///
    /// - Parameters:
    ///   - plan: What is recorded.
    ///   - software: The writer that the manifest names.
    /// - Returns: The run, which has not started.
    /// - Throws: If the folder cannot be made.
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
        group = RecorderGroup(plan.recorders, requiring: plan.requiredStarts)
        companions = CompanionFiles(in: session)
    }

    /// Records, and returns the outcome; throws only if nothing was recorded or kept.
    ///
    /// - Parameters:
    ///   - stops: Requests to stop; the second one does not wait for samples on their way.
    ///   - watch: Makes an observer of the recording; called once all its sources are open.
    ///   - beside: Starts background work in other sessions, once all sources are open.
    /// - Returns: The outcome.
    /// - Throws: Why nothing was recorded, or why the session was not kept.
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
            phase = .ending
            try await requireWhole()
            await writeCompanions()
            return await finish(took: began.duration(to: LiveTimekeeper().now))
        }
        // At once, so that the manifest names what is missing if the process is killed.
        for failure in group.startFailures { session.noteError("\(failure)") }
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
        await writeCompanions()
        let outcome = await finish(took: began.duration(to: LiveTimekeeper().now))
        // This comes last, because a terminal stopped with Ctrl-S may block the drawing for any time.
        watching?.finish(samples: outcome.samples, losses: outcome.losses)
        return outcome
    }

    /// Makes the observer, if one is wanted; a failure becomes a note of the session.
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

    /// Starts the helpers of the session: clock readings, and marks from other processes.
    ///
    /// A session recorded again has the clock readings of the old one. Neither it nor an import accepts new marks.
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

    /// When the recording began, on its own clock.
    private var beginning: BootInstant {
        let recordedStarts = group.recorders.flatMap(\.sources.values).compactMap(\.recordedStart)
        return recordedStarts.min() ?? plan.start.boottime
    }

    // MARK: Starting

    /// Starts the recorders; returns `false` if one fails that the plan requires, after another has already recorded
    /// samples.
    private func start() async throws -> Bool {
        do {
            try await group.start(in: environment(of:))
            tellUntakenMarks()
            plan.gate?.open()
            return true
        } catch {
            // At full speed, one recorder may have recorded much before the next is open; those samples are kept.
            let isKept = !(error is any RequestFault)
            if isKept, group.files.contains(where: { $0.samples > 0 }) {
                return false
            }
            // No samples exist yet: delete the unfinished session.
            await Self.leaveNothing(of: self)
            guard stopRequests == 0 else {
                throw RunFailure(
                    "\(session.path): stopped before every sensor was open; nothing was recorded"
                )
            }
            throw error
        }
    }

    /// If the plan requires a complete session and it is not, deletes it and throws; what it was made from still
    /// exists.
    private func requireWhole() async throws {
        guard let whole = plan.wholeness else { return }
        do {
            try whole.require(
                isStopped: stopRequests > 0,
                failure: group.errors.first,
                files: group.files
            )
        } catch {
            await Self.leaveNothing(of: self)
            throw error
        }
    }

    /// Deletes a session with the folders that were made for it.
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

    /// Removes the folders that exist and are empty.
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
            return recorder.streams.map { stream in
                WatchedRecording.Stream(stream: stream, recorder.liveChannels, of: name)
            }
        }
        return WatchedRecording(
            streams: streams,
            by: group.recorders,
            start: beginning,
            planned: plan.planned
        )
    }

    // MARK: Running

    /// Handles a stop request, the first or a further one, according to the phase.
    private func heedStopRequest() {
        stopRequests += 1
        switch phase {
        case .starting where stopRequests == 1:
            group.stopWhileOpening()
        case .starting:
            group.abandon()
        case .running:
            group.requestStop()
        case .ending:
            companions.abandon()
        }
    }

    /// Handles a press of the ending key like a first stop request; further presses have no effect, since keys bounce.
    ///
    /// The recording ends after the samples that are on their way to the files. A mark shows when the key was pressed.
    private func heedEndingPress() {
        switch phase {
        case .starting where stopRequests == 0 && plan.canBeEndedWhileOpening: heedStopRequest()
        case .running: group.endByKey()
        case .starting, .ending: break
        }
    }

    // MARK: Ending

    /// Writes the companion files of the samples; of a cancelled or failed recording, notes that it has none.
    ///
    /// The user may stop this without loss: companions can be computed again.
    private func writeCompanions() async {
        let hasFailed = !group.errors.isEmpty
        for (recorder, planned) in group.pairs {
            guard let companion = planned.companion else { continue }
            for file in recorder.files {
                if hasFailed || group.wasAbandoned {
                    companions.leaveOut(companion, beside: file, hasFailed: hasFailed)
                } else {
                    await companions.write(companion, beside: file)
                }
            }
        }
    }

    /// Returns the clocks at the end, after adding the earlier readings of a replayed session to the manifest.
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
        var notes =
            plan.notes + plan.laterNotes.all + group.recorders.flatMap(\.notes) + companions.notes
        if let asked = plan.endsAfter, group.hasRunOut, failure == nil {
            notes.append(
                "it ended ahead of the \(Quantity.oneDecimal(asked.inSeconds)) s that were asked for: "
                    + "every source had come to its end"
            )
        }
        for line in notes { session.note(line) }
        // The failures of starts are noted already.
        let told = session.manifest.errors
        for line in failures.map({ "\($0)" }) where !told.contains(line) {
            session.noteError(line)
        }
        do {
            try await session.finish(status, at: reading, taskResult: result)
        } catch {
            failure = failure ?? error
        }
        // Marks that came while the session was being closed are in none of its files; only the outcome reports them.
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
            otherErrors: group.errorsOfTheirOwn.map { "\($0)" }
                .filter { $0 != failure.map { "\($0)" } }
        )
    }
}
