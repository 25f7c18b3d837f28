// Who or what ended a task before its end: a script that reads the status wants no more than that it was ended, and
// whoever reads the report wants to know by whom, on the whole screen as line by line.

public import SystemCalls

/// What ended a task before its end.
public enum EarlyEnd: Sendable, Equatable, Encodable {
    case signal(StopSignalKind)
    /// Whoever did the task left it, by a key or a button.
    case participant
    /// Nobody did anything for as long as the limit says.
    case idle
    /// The terminal or its input ended, or takes nothing any more.
    case terminal
    /// An operator, in a browser.
    case byOperator
    /// No browser can be answered any more.
    case server

    /// As the report has it.
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

    /// As a person reads it, behind the task's name.
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
    /// As the shell calls it.
    public var name: String {
        switch self {
        case .interrupt: "SIGINT"
        case .terminate: "SIGTERM"
        case .hangUp: "SIGHUP"
        }
    }
}
