// A run of a task in a session folder: what a host without a task runner of its own needs, in ten
// lines. The folder holds every recorder's file, the answers, the result and the manifest.

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
    /// Makes a recorder in the surroundings of the session; `nil` where this machine has none.
    public typealias RecorderMaker =
        @MainActor (any RSDAsyncActionConfiguration, RSDTaskViewModel, RecorderEnvironment)
        -> (any RSDAsyncActionController)?

    /// Runs the task, on a screen or with a participant in the place of a person.
    public let controller: RSDTaskViewController
    /// What decides and drives the run.
    public var engine: TaskEngine { controller.engine }
    /// Whether a run that was left is taken up again.
    public let isResumed: Bool
    private let session: OpenSession
    private let progress: ProgressFile
    /// Files that later ones replace; saved results may name them until the run has ended.
    private var replacedFiles: [String] = []
    private let factory: RSDFactory
    private let timekeeper: any Timekeeper
    /// What one recorder hears, such as a foot switch, is in the files of all.
    private let marks = SharedMarks()
    private let pedometers = SharedPedometers()
    private let aids: SessionAids

    /// Opens the session of a run.
    ///
    /// - Parameters:
    ///   - task: What is run.
    ///   - participant: Whose run it is; of one that is taken up again, its session says so.
    ///   - study: The study that the run is of, as its `StudyFile` tells it.
    ///   - directory: Where sessions are collected.
    ///   - timekeeper: The time of the run.
    ///   - factory: Encodes the result; decodes what is fetched.
    ///   - store: Where cohorts and tracked answers are kept.
    ///   - choice: Which run that was left, or died, is taken up again.
    ///   - networkMarks: Who may make marks in its recordings over the network; nobody without it.
    ///   - savesProgress: Whether a new run keeps where it stands, in its folder, after each step and answer.
    ///   - trackingRules: The host's own rules on where the task goes, at every step of it.
    ///   - software: What the manifest names as its writer.
    ///   - makeController: Makes what runs the task; if several saved runs are tried, the last that it made is used.
    /// - Throws: `SessionError`, or `NothingToTakeUp` where the run of one session was chosen.
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

    /// How records go to the files of recorders that are made from now on, and whether those are compressed.
    public var flushPolicy = FlushPolicy()

    /// The session folder.
    public var path: String { session.path }

    /// Whose run it is, as its session says.
    public var participant: Participant? { session.manifest.participant }

    /// Says that the samples are those of another session, recorded again, and what is noted of that one.
    public func note(_ origin: SessionManifest.Origin, notes: [String]) {
        session.record([.origin(origin)] + notes.map { .note($0) })
    }

    /// Says what was wanted of the run, and is not in it: at once, so that no kill takes it away.
    package func noteError(_ text: String) { note([text]) }

    /// Whether the run can be taken up again: it was saved, has failed, or could not be written.
    public var keepsProgress: Bool { !progress.isEmpty }

    /// The surroundings of a recorder whose files go into the session.
    public func environment(
        for configuration: any RSDAsyncActionConfiguration
    ) -> RecorderEnvironment {
        var environment = RecorderEnvironment(
            files: SessionFiles.files(of: configuration, in: session) { [weak self] name in
                // What was recorded before a run was taken up again stays.
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

    /// Registers a kind of recorder, over where its samples come from.
    public func register(_ recorders: SourcedKind) {
        register(recorders.type) { recorders.recorder($0, $1, $2) }
    }

    /// Registers what makes the recorders of a type.
    public func register(_ type: RSDAsyncActionType, maker: @escaping RecorderMaker) {
        engine.makers[type] = { [weak self] configuration, path in
            self.flatMap { maker(configuration, path, $0.environment(for: configuration)) }
        }
    }

    /// Runs the task with somebody who does what a person would, to its end, and closes the session.
    public func run(with participant: any TaskParticipant) async -> TaskOutcome {
        await closed(await controller.run(with: participant))
    }

    /// Closes the session of a run that has come to its end; `run` does it by itself.
    ///
    /// - Throws: `RunGoesOn` before that: the session stays as it is, and can be closed later.
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
        // Which of them are gone, and no result may name, is known then.
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
            // With its progress, the run can come to its end once more; not where that has less than the result.
            if engine.isProgressKept { status = .cancelled }
        }
        do {
            let end = timekeeper.reading()
            try await session.finish(status, at: end, taskResult: result, factory: factory)
            // Not sooner: until here, the answers are nowhere else.
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

    /// What has failed meanwhile, as the result has it beside what was recorded until then.
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
