// Takes a task from its first step to its last in a session of its own: recorders over their sources, answers of a
// file, wishes to end it, and the report of what became of it. Who shows it to a person, and where words go, is the
// caller's.

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
    /// Shows a session's task to a person until it is over; answers how that was, and what ended it before its end.
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
    /// What is found of the sources when they are open, on threads of their own.
    private let laterNotes: LaterNotes
    private var signal: StopSignalKind?

    /// A run whose recorders are made over sources.
    ///
    /// - Parameters:
    ///   - session: Its session, which has not begun.
    ///   - sources: Where its recorders have their samples from.
    ///   - replay: The account of the session that it replays, if it replays one.
    ///   - answers: The answers that it gives where nobody does it.
    ///   - factory: What decoded the task.
    ///   - showing: Shows it to a person; without it nobody does it.
    ///   - onRecorder: Hears of each recorder that is made.
    ///   - tell: Is told at once what whoever stands beside it can mend.
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
        // A participant could do nothing about it.
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
    ///   - signals: The first ends the task with all that it has; the second does not wait for what is on its way.
    ///   - onStep: Hears of each step that nobody does, as it goes by.
    /// - Returns: What became of it.
    /// - Throws: Where it could not be shown, or its session could not be closed.
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

    /// Those errors of its report that were not told while it went on.
    public func untoldErrors(of report: TaskRunReport) -> [String] {
        failures.untold(of: report.errors)
    }

    /// Has somebody do the task, or nobody.
    ///
    /// A screen that fails ends the task with all that it has: nobody would release its devices.
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
            // Whoever asks twice does not want to wait for what is still on its way.
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

    /// Notes the answers that came too late for a run that was taken up.
    private func notePassedAnswers(shown: Set<String>) {
        guard let answers, session.isResumed else { return }
        let passed = PassedAnswers(prepared: answers, factory: factory)
        let result = session.engine.taskViewModel.taskResult
        for note in passed.notes(on: result, shown: shown) { session.engine.note(note) }
    }

    /// What a session says of itself when it is over.
    private func manifest(in session: String?) async -> SessionManifest? {
        guard let session else { return nil }
        return try? await StoreThread().perform { try Session(opening: session).manifest }
    }
}

extension LaterNotes {
    /// Notes whose news are told on the main actor.
    @MainActor
    fileprivate static func tellingOnMainActor(_ tell: @escaping (String) -> Void) -> LaterNotes {
        let teller = MainActorTeller(tell: tell)
        return LaterNotes { note in Task { @MainActor in teller.tell("note: \(note)".printable) } }
    }
}

/// Carries what tells on the main actor to threads that have something to tell.
@MainActor
private struct MainActorTeller {
    let tell: (String) -> Void
}
