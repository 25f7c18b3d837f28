// Converts the ways in which hosts (terminal, browser) end a task to the report's `EarlyEnd`.

internal import SessionRuns
internal import TerminalHost
internal import WebHost

extension EarlyEnd {
    /// Converts the ending of a terminal host; `nil` if the task ended by itself.
    init?(_ ending: TerminalHost.Ending) {
        switch ending {
        case .over: return nil
        case .left: self = .participant
        case .idle: self = .idle
        case .terminalGone, .terminalStuck: self = .terminal
        case .signal(let kind): self = .signal(kind)
        }
    }

    /// Converts the ending of a browser host; `nil` if the task ended by itself.
    init?(_ ending: WebHost.Ending) {
        switch ending {
        case .over: return nil
        case .idle: self = .idle
        case .byOperator: self = .byOperator
        case .serverGone: self = .server
        }
    }
}
