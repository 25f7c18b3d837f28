// What the hosts of a task call its end, in the words of the report.

internal import SessionRuns
internal import TerminalHost
internal import WebHost

extension EarlyEnd {
    /// What a terminal's end was; `nil` where the task came to its own end.
    init?(_ ending: TerminalHost.Ending) {
        switch ending {
        case .over: return nil
        case .left: self = .participant
        case .idle: self = .idle
        case .terminalGone, .terminalStuck: self = .terminal
        case .signal(let kind): self = .signal(kind)
        }
    }

    /// What the end of showing it in browsers was; `nil` where the task came to its own end.
    init?(_ ending: WebHost.Ending) {
        switch ending {
        case .over: return nil
        case .idle: self = .idle
        case .byOperator: self = .byOperator
        case .serverGone: self = .server
        }
    }
}
