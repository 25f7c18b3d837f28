// What `footfall run` does: reads the task, has somebody at the terminal do it, or nobody who goes on wherever one
// can, and tells how it went.

internal import PlainWords
internal import RecorderKinds
internal import Research
internal import ResearchUI
internal import SessionFolder
internal import SessionRuns
internal import StandardRecorders
internal import SystemCalls
internal import TaskEngine
internal import TaskSession
internal import TerminalHost
internal import Timebase

extension RunCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        try await carryOut(in: surroundings).status
    }

    /// Runs the task.
    ///
    /// - Parameters:
    ///   - surroundings: Where it is told how it goes.
    ///   - shown: The screen of whoever does the task, which is left open; without it, one of its own.
    ///   - onSession: Is told where the session is, as soon as there is one.
    /// - Returns: How it went, and what the program ends with.
    /// - Throws: What kept it from running.
    @MainActor
    func carryOut(
        in surroundings: Surroundings,
        on shown: (any TaskScreen)? = nil,
        onSession: (String) -> Void = { _ in }
    ) async throws -> (report: TaskRunReport, status: ExitStatus) {
        let console = surroundings.console
        // From here on: one that comes before there is a session ends that at once.
        let signals = surroundings.stopRequests.handedOn()
        let sources = try source.opened(surroundings.stopRequests)
        let factory = try task.factory(
            writingDatesIn: sources.zone,
            answeredAs: doer.answerLocale
        )
        let decoded = try decodedTask(by: factory, console)
        let answers = try answers.map { try GivenAnswers(at: $0) }
        var known: Set<String> = []
        if let answers {
            let questions = await TaskQuestions(of: decoded, by: factory)
            let faults = answers.faults(in: questions)
            for fault in faults.dropLast() { console.complain(fault) }
            if let fault = faults.last { throw RunFailure(fault) }
            known = Set(questions.byStep.keys)
        }

        let screen = try shown ?? screen(console)
        let began = LiveTimekeeper().now
        let replay = sources.replay
        let origin = try await replay?.origin()
        let session = try await session(
            of: decoded,
            sources,
            factory,
            screen,
            isServed: shown != nil,
            surroundings
        )
        onSession(session.path)
        let closing = DeadRunClosing.begin(beside: session.path, telling: console.complain)
        let failures = RecorderFailures(
            isAskedOnScreen: doer != .nobody,
            telling: console.complain
        )
        let note: @Sendable (String) -> Void = { words in
            Task { @MainActor in session.engine.note(words) }
        }
        if let origin { session.note(origin.session, notes: origin.notes) }
        func follow(
            _ maker: @escaping TaskSession.RecorderMaker
        ) -> TaskSession.RecorderMaker { replay?.following(maker) ?? maker }
        for recorders in sources.recorders(telling: note) {
            session.register(
                recorders.type,
                maker: follow(failures.telling(of: recorders.recorder))
            )
        }
        var signal: StopSignalKind?
        let heeding = Task {
            for await next in signals where !session.engine.isOver {
                if signal == nil {
                    signal = next
                    session.engine.note("\(next.name) asked for the task's end")
                    Task { await session.engine.exit() }
                } else {
                    // Whoever asks twice does not want to wait for what is still on its way.
                    session.engine.cancelAllAsyncActions()
                }
            }
        }
        defer { heeding.cancel() }
        let participant = AnsweringParticipant(
            answers?.byStep ?? [:],
            known: known,
            // A script wants the outcome alone.
            onStep: { [report] step in
                if report == .person, console.abilities.redraws { console.print(step.text) }
            },
            onRefusal: { session.noteError($0.told) },
            onManySteps: { console.complain("note: \($0)".printable) },
            onTooManySteps: { error in
                session.engine.note(error)
                session.noteError(error)
                await session.engine.exit()
            }
        )
        var early: EarlyEnd?
        let reason: TaskFinishReason
        if let screen {
            (reason, early) = try await ShownTask.run(session, on: screen, isLast: shown == nil)
        } else {
            reason = await session.controller.run(with: participant)
        }
        for note in replay?.notes ?? [] { session.engine.note(note) }
        if let answers, session.isResumed {
            let passed = PassedAnswers(given: answers, factory: factory)
            let result = session.engine.taskViewModel.taskResult
            for note in passed.notes(on: result, shown: participant.shown) {
                session.engine.note(note)
            }
        }
        if reason == .completed { participant.refuseUnasked() }
        let outcome = try await session.close(reason)
        if session.keepsProgress, let path = outcome.session {
            console.complain(
                shown == nil
                    ? ContinuedRun.invitation(to: path)
                    : "\(path.printable): whoever does the task next is asked whether to go on with this run"
            )
        }
        let report = TaskRunReport(
            outcome,
            endedBy: signal.map(EarlyEnd.signal) ?? early,
            refused: participant.refused,
            notes: session.engine.notes,
            endless: participant.endlessness,
            took: began.duration(to: LiveTimekeeper().now),
            left: await manifest(in: outcome.session)
        )
        if shown == nil { await screen?.close() }
        let status = try tell(report, on: console, besides: failures)
        // Who serves others does not wait for it, and is not ended by a signal meanwhile.
        if shown == nil {
            await closing?.finish(in: surroundings, status)
        } else {
            closing?.leave()
        }
        return (report, status)
    }

    /// The screen of whoever does the task; `nil` where nobody does.
    @MainActor
    private func screen(_ console: Console) throws -> (any TaskScreen)? {
        guard case .person(let shown) = doer else { return nil }
        return try shown.screen(console)
    }

    /// What a session says of itself when it is over.
    private func manifest(in session: String?) async -> SessionManifest? {
        guard let session else { return nil }
        return try? await StoreThread().perform { try Session(opening: session).manifest }
    }

    /// The task, if the file has no faults but those that a run gets along with.
    private func decodedTask(by factory: RSDFactory, _ console: Console) throws -> any RSDTask {
        let found = TaskFaults(in: try task.read(), by: factory)
        if let fault = found.faults.first(where: { !$0.isHarmless }) {
            let more = found.faults.count == 1 ? "" : " (and \(found.faults.count - 1) more)"
            throw RunFailure(
                "\(task.path): \(fault.line)".printable
                    + "\(more); footfall validate tells all faults"
            )
        }
        guard let decoded = found.task else {
            throw RunFailure("\(task.path.printable): it is no task")
        }
        for fault in found.faults {
            console.complain("note: \(task.path): \(fault.line)".printable)
        }
        return decoded
    }

    /// The session of a new run, or of one that was left.
    @MainActor
    private func session(
        of task: any RSDTask,
        _ sources: RunSources,
        _ factory: RSDFactory,
        _ screen: (any TaskScreen)?,
        isServed: Bool,
        _ surroundings: Surroundings
    ) async throws -> TaskSession {
        var continued = continued
        if continued == nil, let screen {
            let (identifier, folder) = (task.identifier, output)
            let ask: @MainActor @Sendable () async throws -> SavedRunChoice? = {
                try await ShownTask.choice(ofTask: identifier, in: folder, on: screen)
            }
            let choice =
                isServed
                ? try await ask()
                : try await surroundings.stopRequests.whileNothingIsKept(
                    "nothing was begun, and the run that was left stays as it is",
                    endingWith: .endedEarly
                ) { try await ask() }
            switch choice {
            case .session(let path): continued = path
            case .some(.none), .latest: break
            case nil:
                throw RunFailure(
                    "nobody said whether to go on with the run that was left: nothing was begun",
                    isEarlyEnd: true
                )
            }
        }
        guard let continued else {
            for left in await LeftSessions.find(ofTask: task.identifier, in: output) {
                surroundings.console.complain(
                    "\(ContinuedRun.invitation(to: left.path)), or delete \(left.path)"
                        + (left.mayGoOnElsewhere
                            ? ", unless it is another machine's that still runs it" : "")
                )
            }
            return try await TaskSession(
                task: task,
                in: output,
                timekeeper: sources.timekeeper(speed, from: sources.start),
                factory: factory,
                // To keep each step of such a run would take longer than to do it again.
                savesProgress: speed != .maximum,
                software: Program.software,
                shownBy: { CommandTaskController(taskViewModel: $0) }
            )
        }
        let console = surroundings.console
        try await ContinuedRun.refuseOther(than: task.identifier, at: continued)
        try await surroundings.stopRequests.whileNothingIsKept(
            "\(continued.printable): stopped while the run was being closed that was to go on, which the same "
                + "command does again; nothing was recorded"
        ) { try await DeadRunClosing.close(continued, telling: console.complain) }
        let run = try await ContinuedRun(continued, of: task.identifier)
        do {
            return try await TaskSession(
                task: task,
                in: run.folder,
                timekeeper: sources.timekeeper(
                    speed,
                    from: run.resumption(notBefore: sources.start)
                ),
                factory: factory,
                takingUp: .session(run.session),
                software: Program.software,
                shownBy: { CommandTaskController(taskViewModel: $0) }
            )
        } catch let error as NothingToTakeUp {
            throw await run.failure(error)
        }
    }

    @MainActor
    private func tell(
        _ report: TaskRunReport,
        on console: Console,
        besides failures: RecorderFailures
    ) throws -> ExitStatus {
        switch self.report {
        case .person: console.print(report.summary)
        case .pathOnly: if let session = report.session { console.print(session) }
        case .json: console.print(try JSONText.line(of: report))
        }
        for answer in report.refused {
            let told = "\(answers ?? ""): \(answer.told)".printable
            console.complain("\(told); mend it and run the task again")
        }
        if self.report != .json {
            for note in report.notes { console.complain("note: \(note)") }
        }
        for error in failures.untold(of: report.errors) {
            let kept = report.session.map { " (what was recorded is in \($0))" } ?? ""
            console.complain("\(error)\(kept)")
        }
        return report.exitStatus
    }
}

extension RunCommand.Source {
    /// Opens what has to be there before a task begins.
    @MainActor
    fileprivate func opened(_ stopRequests: StopRequests) throws -> RunSources {
        switch self {
        case .sensors(let uri): StandardSources.devices(at: uri)
        case .syntheticWalk(let seed): try StandardSources.walk(seed: seed)
        case .session(let path):
            try stopRequests.withNothingToKeep(
                "\(path.printable): stopped while it was being read; nothing was recorded"
            ) { try .session(at: path, by: StandardKinds.all) }
        }
    }
}
