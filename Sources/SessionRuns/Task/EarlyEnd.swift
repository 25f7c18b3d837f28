// Who or what ended a task before its end. The exit status only shows that the task was ended early; the report also
// names the cause, in the same words for the full-screen and the line-by-line host.

public import SystemCalls

/// What ended a task before its end.
public enum EarlyEnd: Sendable, Equatable, Encodable {
    case signal(StopSignalKind)
    /// The participant left the task by a key or a button.
    case participant
    /// The participant did nothing for the length of the idle limit.
    case idle
    /// The terminal or its input ended, or the terminal accepts no more output.
    case terminal
    /// An operator, in a browser.
    case byOperator
    /// The server for browsers failed.
    case server

    /// The name in the report.
    public var name: String {
        switch self {
        case .signal(let kind): kind.name
        case .participant: "participant"
        case .idle: "idle"
        case .terminal: "terminal"
        case .byOperator: "operator"
        case .server: "server"
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }

    /// The words for a user, to follow the task's name.
    public var words: String {
        switch self {
        case .signal(let kind): "was ended early by \(kind.name)"
        case .participant: "was left early"
        case .idle: "was ended early, since nobody did anything"
        case .terminal: "was ended early, with the terminal or its input"
        case .byOperator: "was ended early by the operator"
        case .server: "was ended early, with the server for browsers"
        }
    }
}

extension StopSignalKind {
    /// The signal's usual name.
    public var name: String {
        switch self {
        case .interrupt: "SIGINT"
        case .terminate: "SIGTERM"
        case .hangUp: "SIGHUP"
        }
    }
}
