// What `footfall serve` does: opens the server, runs one task after the other as operators begin them, and ends when
// it is told to.

internal import PlainWords
internal import ResearchUI
internal import SessionFolder
internal import SessionRuns
internal import SystemCalls
internal import WebServer

extension ServeCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        guard FileSystem.kind(of: study) == .directory else {
            throw RunFailure(
                "\(study.printable): there is no such folder; name the one with the task files"
            )
        }
        if hasStudyFile, try StudyFile(at: studyFile).required.contains(.note) {
            throw RunFailure(
                "\(studyFile.printable): it wants a note with every recording, and the board has no place for one; "
                    + "leave `note` out of `required`, and add notes with `footfall note`"
            )
        }
        let board = try ServedBoard(self)
        let screen = try WebTaskScreen(
            place,
            idleLimit: idleLimit ?? IdleWatch.usualLimit,
            surroundings.console,
            board: board
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
            case .begin(let task, let participant):
                await runTask(task, for: participant, board, screen, surroundings)
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

    /// Runs a task; whatever becomes of it, the next one can be begun.
    @MainActor
    private func runTask(
        _ task: String,
        for participant: Participant?,
        _ board: ServedBoard,
        _ screen: WebTaskScreen,
        _ surroundings: Surroundings
    ) async {
        do {
            let (report, _) = try await run(of: task, for: participant).carryOut(
                in: surroundings,
                servedOn: screen,
                onSession: { board.noteSession(at: $0) }
            )
            board.noteEnd(report)
        } catch {
            surroundings.console.complain("\(task): \(error)".printable)
            board.noteFailure("\(error)")
        }
    }
}
