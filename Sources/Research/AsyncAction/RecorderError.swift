// The errors of an async action's life, as opposed to those of its files and devices. Each says
// what happened, to which action, and what to do, because a host shows them as they are.

/// Why a call to an async action, or its run, came to nothing.
public enum RecorderError: Error, Sendable, Hashable {
    /// It was asked for something after its run was over.
    case finished(identifier: String)
    /// It was started while it ran.
    case alreadyRunning(identifier: String)
    /// It was cancelled before the call could be answered.
    case cancelled(identifier: String)
    /// The system interrupted it.
    case interrupted(identifier: String)
    /// The participant, or the system, does not allow it.
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
    /// Whether it only says that the recorder was ended first: what a call is told that came too late, or was
    /// overtaken by the end, is no failure of the recorder.
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
