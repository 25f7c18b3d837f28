// Runs a task in a session folder. A host that has no task runner of its own needs only this type, in about ten
// lines of code. The folder holds the recorders' files, the answers, the result and the manifest.

internal import FoundationEssentials
public import RecorderKinds
public import Recording
public import Research
public import ResearchUI
public import SampleFile
public import SessionFolder
public import TaskEngine
public import Timebase
public import TrackedStore

/// Runs a task into a session folder.
@MainActor
public final class TaskSession {
    /// Makes a recorder in the environment of the session; returns `nil` if this machine cannot record it.
    public typealias RecorderMaker =
        @MainActor (any RSDAsyncActionConfiguration, RSDTaskViewModel, RecorderEnvironment)
        -> (any RSDAsyncActionController)?

    /// Runs the task, on a screen or with a simulated participant.
    public let controller: RSDTaskViewController
    /// Decides which step follows, and starts and stops the recorders.
    public var engine: TaskEngine { controller.engine }
    /// True if this session resumes an earlier run.
    public let isResumed: Bool
    private let session: OpenSession
    private let progress: ProgressFile
    /// Files that later files replace; they are deleted only when the run ends, because saved results may name them.
    private var replacedFiles: [String] = []
    private let factory: RSDFactory
    private let timekeeper: any Timekeeper
    /// Writes a mark that one recorder receives, such as a foot switch, into the files of all recorders.
    private let marks = SharedMarks()
    private let pedometers = SharedPedometers()
    private let aids: SessionAids

    /// Opens the session of a run.
    ///
    /// - Parameters:
    ///   - task: The task to run.
    ///   - participant: The participant; a resumed run keeps the participant of its session.
    ///   - study: The study that the run belongs to, as read from its `StudyFile`.
    ///   - directory: The folder in which sessions are collected.
    ///   - timekeeper: The clock of the run.
    ///   - factory: Encodes the result; decodes tasks that are fetched.
    ///   - store: The store of cohorts and tracked answers.
    ///   - choice: Which unfinished run is resumed, if any: one that was saved, or whose process crashed.
    ///   - networkMarks: Who may make marks in the session over the network; `nil` for nobody.
    ///   - savesProgress: Whether a new run saves its progress in its folder after each step and answer.
    ///   - trackingRules: The host's own navigation rules, applied at every step of the task.
    ///   - software: The software that the manifest names as its writer.
    ///   - makeController: Makes the controller that runs the task. It is called for each saved run that is tried, and
    ///     for a new run; the last controller is used.
    /// - Throws: `SessionError`, or `NothingToTakeUp` if `choice` names a session that cannot be resumed.
    public init(
        task: any RSDTask,
        of participant: Participant? = nil,
        study: SessionManifest.Study? = nil,
        in directory: String,
        timekeeper: any Timekeeper = LiveTimekeeper(),
        factory: RSDFactory? = nil,
        store: TrackedStore? = nil,
        takingUp choice: SavedRunChoice = .none,
        networkMarks: NetworkMarks? = nil,
        savesProgress: Bool = true,
        trackingRules: [any RSDTrackingRule] = [],
        software: SessionManifest.Software = .init(name: "footfall", version: "0"),
        shownBy makeController: @escaping @MainActor (RSDTaskViewModel) -> RSDTaskViewController = {
            RSDTaskViewController(taskViewModel: $0)
        }
    ) async throws {
        let start = timekeeper.reading()
        let zone = (factory ?? RSDFactory()).utcOffset(at: start.realtime)
        let factory = factory ?? RSDFactory(writingDatesIn: zone)
        self.factory = factory
        self.timekeeper = timekeeper
        var finder = RunFinder(
            task: task,
            of: participant,
            in: directory,
            timekeeper,
            from: start,
            factory,
            shownBy: makeController
        ) {
            var manifest = SessionManifest(
                identifier: task.identifier,
                taskRunUUID: $0,
                start: start,
                timeZone: zone,
                software: software,
                host: .current
            )
            manifest.participant = participant
            manifest.study = study
            manifest.recorders = task.recordersOfAllLevels.map { SessionManifest.Recorder($0) }
            manifest.savesProgress = savesProgress ? true : nil
            return manifest
        }
        let run = try await finder.find(choice)
        (controller, session, isResumed) = (run.controller, run.session, run.isResumed)
        progress = run.progress
        let engine = controller.engine
        engine.actionDidStart = { SteppedSources.follow($0, by: timekeeper) }
        engine.factory = factory
        engine.taskViewModel.trackingRules = trackingRules
        engine.trackedData = store.map { TrackedData(in: $0, factory: factory) }
        if savesProgress || isResumed {
            engine.progressKeeper = ProgressKeeper(in: progress, factory: factory)
        }
        engine.forgetsProgress = false
        engine.earlierFiles = Set(session.manifest.files.map(\.path))
        for line in finder.notes { session.note(line) }
        engine.noteDidCome = { [session] in session.note($0) }
        aids = SessionAids(
            of: session,
            into: marks,
            by: timekeeper,
            from: start.boottime,
            networkMarks: networkMarks
        )
        await session.persisted()
    }

    /// When the files of recorders made from now on are flushed to disk, and whether they are compressed.
    public var flushPolicy = FlushPolicy()

    /// The session folder.
    public var path: String { session.path }

    /// The participant named in the session's manifest.
    public var participant: Participant? { session.manifest.participant }

    /// Records in the manifest that the samples come from another session, with the notes about that session.
    public func note(_ origin: SessionManifest.Origin, notes: [String]) {
        session.record([.origin(origin)] + notes.map { .note($0) })
    }

    /// Records an error: something that was requested of the run and is missing from it.
    ///
    /// The error is recorded at once, so that it survives if the process is killed.
    package func noteError(_ text: String) { note([text]) }

    /// True if there is saved progress of the run, from which it can be resumed.
    public var keepsProgress: Bool { !progress.isEmpty }

    /// The environment for a recorder that records into this session.
    public func environment(
        for configuration: any RSDAsyncActionConfiguration
    ) -> RecorderEnvironment {
        var environment = RecorderEnvironment(
            files: SessionFiles.files(of: configuration, in: session) { [weak self] name in
                // Keep files from before the run was resumed.
                guard let self, !self.engine.earlierFiles.contains(name) else { return }
                self.replacedFiles.append(name)
                self.engine.note(
                    "earlier recordings of '\(configuration.identifier)' give way to the last, unless "
                        + "its 'shouldDeletePrevious' is false"
                )
            },
            timekeeper: timekeeper,
            zone: session.manifest.timeZone,
            marks: marks
        )
        environment.flushPolicy = flushPolicy
        environment.pedometers = pedometers
        return environment
    }

    /// Registers a kind of recorder, together with the source of its samples.
    public func register(_ recorders: SourcedKind) {
        register(recorders.type) { recorders.recorder($0, $1, $2) }
    }

    /// Registers the maker of all recorders of a type.
    public func register(_ type: RSDAsyncActionType, maker: @escaping RecorderMaker) {
        engine.makers[type] = { [weak self] configuration, path in
            self.flatMap { maker(configuration, path, $0.environment(for: configuration)) }
        }
    }

    /// Runs the task to its end with a participant that acts in place of a person, and closes the session.
    public func run(with participant: any TaskParticipant) async -> TaskOutcome {
        await closed(await controller.run(with: participant))
    }

    /// Closes the session of a run that has ended; do not call it after `run(with:)`, which closes the session itself.
    ///
    /// - Throws: `RunGoesOn` if the run has not ended; the session stays open, and can be closed later.
    public func close(_ reason: TaskFinishReason) async throws(RunGoesOn) -> TaskOutcome {
        guard engine.isOver else { throw RunGoesOn(engine, recordingInto: path) }
        return await closed(reason)
    }

    private func closed(_ reason: TaskFinishReason) async -> TaskOutcome {
        await aids.end()
        if reason == .discarded { return await discard() }
        for untaken in marks.keepNoLonger() { session.note("\(untaken)") }
        var result = engine.taskViewModel.taskResult
        for name in Set(replacedFiles).sorted() {
            session.giveUp(name)
        }
        // Wait until the files are deleted: the manifest then lists them no more, so they are not added to the result.
        await session.persisted()
        FoundRecordings.attach(session.manifest.sampleFiles, to: &result)
        let place = await session.presentPath()
        var outcome = TaskOutcome(reason: reason, result: result, session: place)
        outcome.errors = Self.failures(in: result)
        if let error = engine.finishError, !outcome.errors.contains("\(error)") {
            outcome.errors.append("\(error)")
        }
        note(outcome.errors)
        if reason == .earlyExit { session.record(.endedEarly) }
        outcome.reminder = engine.reminder
        if let reminder = engine.reminder { session.record(.reminderWanted(reminder)) }
        var status = SessionManifest.Status(reason)
        do {
            if let answers = try TaskAnswers.document(of: result, factory) {
                try await session.writeAnswers(answers)
            }
        } catch {
            outcome.errors.append("\(error)")
            note(["\(error)"])
            // If all progress is saved, mark the run as cancelled, so that it can be resumed and its answers written at
            // its next end. If some progress is missing, a resumed run would lack results that this one has, so the
            // status is not changed.
            if engine.isProgressKept { status = .cancelled }
        }
        do {
            let end = timekeeper.reading()
            try await session.finish(status, at: end, taskResult: result, factory: factory)
            // Remove the progress only now: until the session is finished, nothing else holds all answers.
            if status == .finished, let failure = await engine.forgetProgress() {
                outcome.errors.append("\(failure)")
            }
        } catch {
            outcome.errors.append("\(error)")
        }
        return outcome
    }

    private func discard() async -> TaskOutcome {
        var outcome = TaskOutcome(reason: .discarded, result: engine.taskViewModel.taskResult)
        outcome.reminder = engine.reminder
        do {
            try await session.discard()
        } catch {
            outcome.session = session.path
            outcome.errors.append("\(error)")
        }
        return outcome
    }

    /// The errors that the result contains, those of its sections included.
    private static func failures(in result: any RSDTaskResult) -> [String] {
        (result.stepHistory + (result.asyncResults ?? [])).flatMap { entry -> [String] in
            switch entry {
            case let level as any RSDTaskResult: failures(in: level)
            case let failure as any RSDErrorResult: [failure.errorDescription]
            default: []
            }
        }
    }

    private func note(_ errors: [String]) {
        session.record(errors.map { .error($0) })
    }
}

extension SessionManifest.Status {
    fileprivate init(_ reason: TaskFinishReason) {
        self =
            switch reason {
            case .completed, .earlyExit: .finished
            case .saved, .discarded: .cancelled
            case .failed: .failed
            }
    }
}
