// The errors of an async action's lifecycle; its files and devices have errors of their own. Each message says what
// happened, to which action, and what to do, because a host shows it unchanged.

/// Why an async action, or a call to one, failed.
public enum RecorderError: Error, Sendable, Hashable {
    /// A call came after the action was over.
    case finished(identifier: String)
    /// A start came while the action was running.
    case alreadyRunning(identifier: String)
    /// The action was cancelled before the call completed.
    case cancelled(identifier: String)
    /// The system interrupted the action.
    case interrupted(identifier: String)
    /// The participant, or the system, does not allow the action.
    case permissionDenied(identifier: String, permission: String)
}

extension RecorderError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .finished(let identifier):
            "The recorder '\(identifier)' has finished and cannot run a second time. "
                + "Make a new one from its configuration."
        case .alreadyRunning(let identifier):
            "The recorder '\(identifier)' is already running. "
                + "Stop it and make a new one to record again."
        case .cancelled(let identifier):
            "The recorder '\(identifier)' was cancelled. "
                + "What it had recorded is kept; make a new one to record again."
        case .interrupted(let identifier):
            "The recorder '\(identifier)' was interrupted by the system. "
                + "What it had recorded is kept; start the step again to record the rest."
        case .permissionDenied(let identifier, let permission):
            "The recorder '\(identifier)' is not allowed to use '\(permission)'. "
                + "Allow it when the task asks again, or in the settings of the system."
        }
    }
}

extension Error {
    /// True if the error only states that the recorder had already ended, was cancelled, or was already running.
    ///
    /// Then the call came too late or twice, and the recorder itself did not fail.
    package var isOnlyAnEnd: Bool {
        switch self as? RecorderError {
        case .finished, .cancelled, .alreadyRunning: true
        case .interrupted, .permissionDenied, nil: false
        }
    }
}

extension RecorderError: RSDCodedError {
    public var errorDomain: String { "RSDRecorderErrorDomain" }

    public var errorCode: Int {
        switch self {
        case .finished: 1
        case .alreadyRunning: 2
        case .cancelled: 3
        case .interrupted: 4
        case .permissionDenied: 5
        }
    }
}
