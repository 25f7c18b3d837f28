// Shows a task at the terminal. Messages of the command wait until the task has released the terminal.

internal import ResearchUI
internal import SessionRuns
internal import SystemCalls
internal import TerminalHost

/// Shows runs at the terminal.
@MainActor
final class TerminalTaskScreen: TaskScreen {
    private let isPlain: Bool
    private let idleLimit: Duration
    private let console: Console

    init(isPlain: Bool, idleLimit: Duration, _ console: Console) {
        self.isPlain = isPlain
        self.idleLimit = idleLimit
        self.console = console
    }

    /// True at a terminal only: redirected input has no answer to a question before the run.
    var asksBeforeRuns: Bool {
        get throws { try TerminalDevice.ofThisProcess().isTerminal }
    }

    func show(_ run: RSDTaskViewController, isLast: Bool) async throws -> ShownRun {
        let host = try TerminalHost(
            showing: run,
            style: isPlain ? .plain : nil,
            idleLimit: idleLimit
        )
        // A terminal does not speak, so the host shows the texts that would be spoken.
        host.showsSpeech = true
        // The plain, line-by-line style cannot show a moving picture.
        run.mostPlots = host.style == .full ? 1 : 0
        if host.style == .full { console.hold() }
        defer { console.release() }
        let outcome = try await host.run()
        return ShownRun(
            reason: outcome.reason,
            early: EarlyEnd(outcome.ending),
            note: note(on: outcome.ending)
        )
    }

    func close() async {}

    private func note(on ending: TerminalHost.Ending) -> String? {
        switch ending {
        case .over, .signal: nil
        case .left: "the participant ended the task before its end"
        case .idle: "nobody pressed a key for \(idleLimit): the task was ended"
        case .terminalGone: "the terminal or its input ended, and the task with it"
        case .terminalStuck: "the terminal accepted no more output: the task was ended"
        }
    }
}
