// Carries out `footfall run`: reads the task, runs it with a participant at the terminal or in a browser, or without
// one, and reports the outcome.

internal import Arguments
internal import LifeSigns
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
        try await LifeSignService.telling(
            lifeSigns,
            of: Self.declaration.name,
            sessionsIn: writtenFolder,
            in: surroundings,
            atOnce: !isDoneOnTerminal
        ) { try await carryOut(in: surroundings, telling: $0).status }
    }

    /// The folder that the run writes to: the session to resume, or the folder for new sessions.
    ///
    /// Life signs report the disk of this folder.
    var writtenFolder: String { continued ?? output }

    /// Whether the participant does the task on the terminal, so that no other output may appear there.
    private var isDoneOnTerminal: Bool {
        if case .person(let shown) = doer, case .terminal = shown.place { true } else { false }
    }

    /// Runs the task.
    ///
    /// - Parameters:
    ///   - surroundings: The console and the stop signals.
    ///   - served: The screen of a server, which stays open; `nil` opens a screen for this run.
    ///   - lifeSigns: Sends life signs of the run.
    ///   - onSession: Called with the path of the session as soon as it exists.
    /// - Returns: The report and the exit status.
    /// - Throws: Why the task could not run.
    @MainActor
    func carryOut(
        in surroundings: Surroundings,
        servedOn served: (any TaskScreen)? = nil,
        telling lifeSigns: LifeSignTeller? = nil,
        onSession: (String) -> Void = { _ in }
    ) async throws -> (report: TaskRunReport, status: ExitStatus) {
        let console = surroundings.console
        // From here on signals are collected: one that arrives before the session exists ends the run as it begins.
        let signals = surroundings.stopRequests.handedOn()
        let sources = try await source.opened(surroundings.stopRequests)
        let factory = try task.factory(
            writingDatesIn: sources.zone,
            answeredAs: doer.answerLocale
        )
        let (decoded, notes) = try decodedTask(by: factory, console)
        try refuseSharedInput(of: decoded)
        let whose = try await whose.settled(
            placements: decoded.recordersOfAllLevels.compactMap {
                SessionManifest.Recorder($0).placement
            },
            besides: [.placement],
            telling: console.complain
        )
        let answers = try await answers(for: decoded, by: factory, console)
        let networkMarks = try networkMarks.settled()
        let stage = try served.map(RunStage.served) ?? stage(console)
        let replay = try await sources.replay()
        let session = try await session(
            of: decoded,
            whose,
            sources,
            factory,
            networkMarks,
            stage,
            surroundings
        )
        session.flushPolicy = flushPolicy
        for note in whose.notes + notes { session.engine.note(note) }
        onSession(session.path)
        surroundings.follower?.begin(sessionAt: session.path)
        let signs = lifeSigns.map { TaskLifeSigns($0) }
        lifeSigns?.begin(
            sessionAt: session.path,
            of: decoded.identifier,
            session.participant
        )
        defer { signs?.finish() }
        let closing = CrashedSessionClosing.begin(beside: session.path, telling: console.complain)
        let run = TaskRun(
            of: session,
            over: sources,
            replaying: replay,
            answering: answers,
            by: factory,
            shownBy: showing(on: stage),
            onRecorder: {
                signs?.add($0)
                surroundings.follower?.add($0)
            },
            telling: console.complain
        )
        signs?.follow(session)
        let report = try await run.run(until: signals) { [report] step in
            // Only a user at a terminal wants to see the steps.
            if report == .person, console.abilities.redraws { console.print(step.text) }
        }
        if session.keepsProgress, let path = report.session {
            console.complain(stage.invitation(to: path))
        }
        await stage.close()
        let status = try tell(report, on: console, besides: run)
        // A server does not wait until crashed sessions are closed: during this wait a signal would end the program.
        if stage.isServed {
            closing?.leave()
        } else {
            await closing?.finish(in: surroundings, status)
        }
        return (report, status)
    }

    /// Opens the screen for the participant, if there is one.
    @MainActor
    private func stage(_ console: Console) throws -> RunStage {
        guard case .person(let shown) = doer else { return .empty }
        return .own(try shown.screen(console))
    }

    private func showing(on stage: RunStage) -> TaskRun.Showing? {
        guard let screen = stage.screen else { return nil }
        return { try await ShownTask.run($0, on: screen, isLast: !stage.isServed) }
    }

    /// Reads the file of answers; throws if it has answers that the task does not ask for.
    private func answers(
        for task: any RSDTask,
        by factory: RSDFactory,
        _ console: Console
    ) async throws -> PreparedAnswers? {
        guard let answers else { return nil }
        let prepared = await PreparedAnswers(
            try GivenAnswers(at: answers),
            for: task,
            by: factory
        )
        for fault in prepared.faults.dropLast() { console.complain(fault) }
        if let fault = prepared.faults.last { throw RunFailure(fault) }
        return prepared
    }

    /// Decodes the task, and returns it with notes about the file; throws if the file has faults that prevent a run.
    private func decodedTask(
        by factory: RSDFactory,
        _ console: Console
    ) throws -> (task: any RSDTask, notes: [String]) {
        let found = TaskFaults(in: try task.read(), by: factory)
        if let fault = found.faults.first(where: { !$0.isHarmless }) {
            let more = found.faults.count == 1 ? "" : " (and \(found.faults.count - 1) more)"
            throw RunFailure(
                "\(task.path): \(fault.line)".printable
                    + "\(more); footfall validate reports all faults"
            )
        }
        guard let decoded = found.task else {
            throw RunFailure("\(task.path.printable): it is no task")
        }
        for fault in found.faults {
            console.complain("note: \(task.path): \(fault.line)".printable)
        }
        return (decoded, found.notes.map { "\(task.path): \($0.line)".printable })
    }

    /// Opens the session of a new run, or of an unfinished run to resume.
    @MainActor
    private func session(
        of task: any RSDTask,
        _ whose: ParticipantOptions.Settled,
        _ sources: RunSources,
        _ factory: RSDFactory,
        _ networkMarks: NetworkMarks?,
        _ stage: RunStage,
        _ surroundings: Surroundings
    ) async throws -> TaskSession {
        let participant = whose.participant ?? sources.recorded?.session.manifest.participant
        var continued = continued
        if continued == nil, let screen = stage.screen {
            let (identifier, folder) = (task.identifier, output)
            let ask: @MainActor @Sendable () async throws -> SavedRunChoice? = {
                try await ShownTask.choice(
                    ofTask: identifier,
                    of: participant,
                    in: folder,
                    on: screen
                )
            }
            let choice =
                stage.isServed
                ? try await ask()
                : try await surroundings.stopRequests.whileNothingIsKept(
                    "no run was begun, and the unfinished run stays as it is",
                    endingWith: .endedEarly
                ) { try await ask() }
            switch choice {
            case .session(let path): continued = path
            case .some(.none), .latest: break
            case nil:
                throw RunFailure(
                    "the question whether to continue the unfinished run was not answered: no run was begun",
                    isEarlyEnd: true
                )
            }
        }
        if let continued {
            return try await resumedSession(
                continued,
                of: task,
                sources,
                factory,
                networkMarks,
                surroundings
            )
        }
        // Nobody is asked, so the run must be of the participant that the settings name now, or of nobody.
        let latest =
            goesOnWithLatest
            ? await LeftSessions.find(ofTask: task.identifier, in: output)
                .filter {
                    !$0.mayGoOnElsewhere && $0.obstacle == nil && $0.belongs(to: participant)
                }
                .max { $0.begun < $1.begun }?.path : nil
        if let latest {
            do {
                return try await resumedSession(
                    latest,
                    of: task,
                    sources,
                    factory,
                    networkMarks,
                    surroundings
                )
            } catch {
                // A run that cannot be resumed is reported; a new one begins.
                surroundings.console.complain("\(error)")
            }
        }
        for left in await LeftSessions.find(ofTask: task.identifier, in: output)
        where left.path != latest {
            let note =
                left.obstacle.map { ContinuedRun.refusal(of: left.path, $0) }
                ?? ContinuedRun.invitation(to: left.path)
            surroundings.console.complain(
                "\(note), or delete \(left.path)"
                    + (left.mayGoOnElsewhere ? ", unless another machine still runs it" : "")
            )
        }
        return try await TaskSession(
            task: task,
            of: participant,
            study: whose.study ?? sources.recorded?.session.manifest.study,
            in: output,
            timekeeper: sources.timekeeper(speed, from: sources.startOfRun()),
            factory: factory,
            networkMarks: networkMarks,
            // At full speed, saving the progress of each step takes longer than repeating the run.
            savesProgress: speed != .maximum,
            software: Program.software,
            shownBy: { CommandTaskController(taskViewModel: $0) }
        )
    }

    /// Opens the session of an unfinished run to resume.
    @MainActor
    private func resumedSession(
        _ continued: String,
        of task: any RSDTask,
        _ sources: RunSources,
        _ factory: RSDFactory,
        _ networkMarks: NetworkMarks?,
        _ surroundings: Surroundings
    ) async throws -> TaskSession {
        let console = surroundings.console
        try await ContinuedRun.refuseOther(than: task.identifier, at: continued)
        try await surroundings.stopRequests.whileNothingIsKept(
            "\(continued.printable): stopped before the run was resumed; nothing was recorded; give the same "
                + "command again"
        ) { try await CrashedSessionClosing.close(continued, telling: console.complain) }
        let run = try await ContinuedRun(continued, of: task.identifier)
        do {
            return try await TaskSession(
                task: task,
                in: run.folder,
                timekeeper: sources.timekeeper(
                    speed,
                    from: run.resumption(notBefore: sources.startOfRun())
                ),
                factory: factory,
                takingUp: .session(run.session),
                networkMarks: networkMarks,
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
        besides run: TaskRun
    ) throws -> ExitStatus {
        switch self.report {
        case .person: console.print(report.summary)
        case .pathOnly: if let session = report.session { console.print(session) }
        case .json: console.print(try JSONText.line(of: report))
        }
        for answer in report.refused {
            let told = "\(answers ?? ""): \(answer.told)".printable
            console.complain("\(told); fix it and run the task again")
        }
        if self.report != .json {
            for note in report.notes { console.complain("note: \(note)") }
            if let missing = run.missingAnswer { console.complain(hint(for: missing)) }
        }
        for error in run.unreportedErrors(of: report) {
            let kept = report.session.map { " (what was recorded is in \($0))" } ?? ""
            console.complain("\(error)\(kept)")
        }
        return report.exitStatus
    }

    /// How to give the answers that were missing.
    private func hint(for missing: String) -> String {
        let remedy =
            answers.map { "add the missing answers to \($0)" }
            ?? "give the missing answers in a file by --answers FILE"
        return "note: \(remedy), for example \(missing)".printable
    }
}

extension RunCommand.Source {
    /// Opens the sources that a task needs before it begins.
    @MainActor
    fileprivate func opened(
        _ stopRequests: StopRequests
    ) async throws -> RunSources {
        switch self {
        case .devices(let places): StandardSources.devices(at: places)
        case .syntheticWalk(let seed): try StandardSources.walk(seed: seed)
        case .session(let path):
            try await stopRequests.whileNothingIsKept(
                "\(path.printable): stopped while it was being read; nothing was recorded"
            ) { try await .session(at: path, by: StandardKinds.all) }
        }
    }
}
