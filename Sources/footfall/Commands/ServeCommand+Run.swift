// Carries out `footfall serve`: opens the server, runs one task after the other as operators begin them, and ends on a
// signal.

internal import Arguments
internal import LifeSigns
internal import PlainWords
internal import ResearchUI
internal import SessionFolder
internal import SessionRuns
internal import SystemCalls
internal import WebServer

extension ServeCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        try requireFolder()
        _ = try networkMarks.settled()
        let rules = try await firstRules(telling: surroundings.console.complain)
        for line in StudyTasks(of: self).warnings() { surroundings.console.complain(line) }
        return try await LifeSignService.telling(
            lifeSigns,
            of: Self.declaration.name,
            sessionsIn: output,
            in: surroundings
        ) { try await serve(in: surroundings, by: rules, telling: $0) }
    }

    /// Throws if the path of the study is no folder.
    private func requireFolder() throws(RunFailure) {
        if let fault = FileWords.ofFolder(study, with: "the task files") { throw RunFailure(fault) }
    }

    /// Reads the rules of the study before anything is served.
    ///
    /// - Parameter tell: Receives all faults of the file of rules but the last.
    /// - Returns: The rules; `none` if there is no file of rules.
    /// - Throws: The last fault, or why the study cannot be served.
    private func firstRules(telling tell: (String) -> Void) async throws -> BoardRules {
        guard FileSystem.kind(of: studyFile) != .missing,
            let study = try await StudyRules.file(studyFile).read(telling: tell)
        else { return .none }
        if let problem = BoardRules.problem(of: study) {
            throw RunFailure("\(studyFile): \(problem)".printable)
        }
        return .known(study)
    }

    /// Serves until a signal comes or the server fails.
    @MainActor
    private func serve(
        in surroundings: Surroundings,
        by rules: BoardRules,
        telling lifeSigns: LifeSignTeller?
    ) async throws -> ExitStatus {
        let handed = try place.takeHandedSocket()
        let board = try ServedBoard(self, knowing: rules)
        let screen = try WebTaskScreen(
            place,
            idleLimit: idleLimit ?? IdleWatch.usualLimit,
            surroundings.console,
            board: board,
            at: handed
        )
        let signals = surroundings.stopRequests.handedOn()
        let heeding = Task {
            for await signal in signals {
                screen.unwantedBy = signal
                board.stop()
            }
        }
        defer { heeding.cancel() }
        screen.onFailure = { board.fail($0) }
        screen.isUnwanted = { board.isEndWanted }
        board.endsShown = { [weak screen] in screen?.end() }
        var failure: WebServerError?
        serving: for await order in board.orders {
            switch order {
            case .begin(let task, let participant, let rules):
                await runTask(
                    task,
                    for: participant,
                    by: rules,
                    board,
                    screen,
                    surroundings,
                    telling: lifeSigns
                )
                lifeSigns?.tell { $0.forgetSession() }
                lifeSigns?.become(.waiting)
            case .stop: break serving
            case .fail(let error):
                failure = error
                break serving
            }
        }
        await screen.close()
        if let failure { throw RunFailure("\(failure)") }
        return .good
    }

    /// Runs a task; a failure is reported, so that the next task can begin.
    @MainActor
    private func runTask(
        _ task: String,
        for participant: Participant?,
        by rules: StudyRules,
        _ board: ServedBoard,
        _ screen: WebTaskScreen,
        _ surroundings: Surroundings,
        telling lifeSigns: LifeSignTeller?
    ) async {
        do {
            let (report, _) = try await run(of: task, for: participant, by: rules).carryOut(
                in: surroundings,
                servedOn: screen,
                telling: lifeSigns,
                onSession: { board.noteSession(at: $0) }
            )
            board.noteEnd(report)
        } catch {
            surroundings.console.complain("\(task): \(error)".printable)
            board.noteFailure("\(error)")
        }
    }
}
