// Runs a task in a session: makes its recorders, gives prepared answers, handles stop signals and writes the report.
// The caller decides how the task is shown to a participant and where messages go.

internal import PlainWords
public import RecorderKinds
internal import Recording
public import Research
internal import ResearchUI
internal import SessionFolder
public import SystemCalls
public import TaskEngine
public import TaskSession
internal import Timebase

/// The run of a task.
@MainActor
public final class TaskRun {
    /// Shows a session's task to a participant until it is over; returns how it ended and, if it ended early, why.
    public typealias Showing =
        @MainActor (TaskSession) async throws -> (reason: TaskFinishReason, early: EarlyEnd?)

    /// The session that it runs in.
    public let session: TaskSession
    private let replay: ReplayAccount?
    private let answers: PreparedAnswers?
    private let factory: RSDFactory
    private let showing: Showing?
    private let tell: (String) -> Void
    private let failures: RecorderFailures
    /// Findings about the sources, which their threads add after opening them.
    private let laterNotes: LaterNotes
    private var signal: StopSignalKind?
    /// The first required answer that was missing, as a file of answers gives it; `nil` if none was missing.
    package private(set) var missingAnswer: String?

    /// Makes a run that has not started.
    ///
    /// - Parameters:
    ///   - session: Its session, which has not begun.
    ///   - sources: The sources of its recorders' samples.
    ///   - replay: Keeps track of the session that it replays; `nil` if it replays none.
    ///   - answers: The prepared answers for a run without a participant.
    ///   - factory: The factory that has decoded the task.
    ///   - showing: Shows it to a participant; `nil` runs it without one.
    ///   - onRecorder: Called with each recorder that is made.
    ///   - tell: Receives at once each message about something that the user can fix during the run.
    public init(
        of session: TaskSession,
        over sources: RunSources,
        replaying replay: ReplayAccount?,
        answering answers: PreparedAnswers?,
        by factory: RSDFactory,
        shownBy showing: Showing?,
        onRecorder: @escaping @MainActor (any LiveRecorder) -> Void = { _ in },
        telling tell: @escaping (String) -> Void
    ) {
        self.session = session
        self.replay = replay
        self.answers = answers
        self.factory = factory
        self.showing = showing
        self.tell = tell
        // With a participant, these notes are not reported during the run: the participant could not fix the cause.
        laterNotes = showing == nil ? .tellingOnMainActor(tell) : LaterNotes()
        failures = RecorderFailures(isAskedOnScreen: showing != nil, telling: tell)
        if let replay { session.note(replay.origin.session, notes: replay.origin.notes) }
        for recorders in sources.recorders(noting: laterNotes) {
            let maker = failures.telling(of: { configuration, path, environment in
                let recorder = recorders.recorder(configuration, path, environment)
                if let recorder { onRecorder(recorder) }
                return recorder
            })
            session.register(recorders.type, maker: replay?.following(maker) ?? maker)
        }
    }

    /// Runs the task.
    ///
    /// - Parameters:
    ///   - signals: The first ends the task and keeps its results; the second does not wait for samples on their way.
    ///   - onStep: Called at each step of a run without a participant.
    /// - Returns: The report.
    /// - Throws: If the task could not be shown, or its session could not be closed.
    public func run(
        until signals: AsyncStream<StopSignalKind>,
        onStep: @escaping @MainActor (StepLine) -> Void = { _ in }
    ) async throws -> TaskRunReport {
        let began = LiveTimekeeper().now
        let heeding = Task {
            for await next in signals where !session.engine.isOver { heed(next) }
        }
        defer { heeding.cancel() }
        let participant = participant(onStep)
        let (reason, early) = try await show(to: participant)
        for note in laterNotes.all + (replay?.notes ?? []) { session.engine.note(note) }
        notePassedAnswers(shown: participant.shown)
        if reason == .completed { participant.refuseUnasked() }
        missingAnswer = participant.missingAnswer
        let outcome = try await session.close(reason)
        let report = TaskRunReport(
            outcome,
            endedBy: signal.map(EarlyEnd.signal) ?? early,
            refused: participant.refused,
            notes: session.engine.notes,
            endless: participant.endlessness,
            took: began.duration(to: LiveTimekeeper().now),
            left: await manifest(in: outcome.session)
        )
        failures.end()
        return report
    }

    /// The errors of a report that were not reported during the run.
    public func unreportedErrors(of report: TaskRunReport) -> [String] {
        failures.unreported(of: report.errors)
    }

    /// Shows the task to the participant on a screen, if there is one; otherwise runs it with prepared answers.
    ///
    /// If the screen fails, this ends the task, keeps its results, and throws; otherwise the devices would stay open.
    private func show(
        to participant: AnsweringParticipant
    ) async throws -> (reason: TaskFinishReason, early: EarlyEnd?) {
        guard let showing else {
            return (await session.controller.run(with: participant), nil)
        }
        do {
            return try await showing(session)
        } catch {
            failures.end()
            session.noteError("\(error)")
            await session.engine.exit()
            _ = try? await session.close(.failed)
            throw error
        }
    }

    private func heed(_ next: StopSignalKind) {
        guard signal == nil else {
            // The second signal does not wait for samples that are still on their way.
            return session.engine.cancelAllAsyncActions()
        }
        signal = next
        session.engine.note("\(next.name) asked for the task's end")
        Task { await session.engine.exit() }
    }

    private func participant(
        _ onStep: @escaping @MainActor (StepLine) -> Void
    ) -> AnsweringParticipant {
        AnsweringParticipant(
            answers?.answers ?? [],
            known: answers?.knownSteps ?? [],
            onStep: onStep,
            onRefusal: { [session] in session.noteError($0.told) },
            onManySteps: { [tell] in tell("note: \($0)".printable) },
            onTooManySteps: { [session] error in
                session.engine.note(error)
                session.noteError(error)
                await session.engine.exit()
            }
        )
    }

    /// Notes the prepared answers that came too late for a resumed run.
    private func notePassedAnswers(shown: Set<String>) {
        guard let answers, session.isResumed else { return }
        let passed = PassedAnswers(prepared: answers, factory: factory)
        let result = session.engine.taskViewModel.taskResult
        for note in passed.notes(on: result, shown: shown) { session.engine.note(note) }
    }

    /// Reads the manifest of a closed session.
    private func manifest(in session: String?) async -> SessionManifest? {
        guard let session else { return nil }
        return try? await StoreThread().perform { try Session(opening: session).manifest }
    }
}

extension LaterNotes {
    /// Makes notes that report news on the main actor.
    @MainActor
    fileprivate static func tellingOnMainActor(_ tell: @escaping (String) -> Void) -> LaterNotes {
        let teller = MainActorTeller(tell: tell)
        return LaterNotes { note in Task { @MainActor in teller.tell("note: \(note)".printable) } }
    }
}

/// Wraps a main-actor closure so that other threads can pass it to the main actor.
@MainActor
private struct MainActorTeller {
    let tell: (String) -> Void
}
