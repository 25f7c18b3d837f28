// The errors of the engine itself, as opposed to those of recorders and stores. Hosts show their text unchanged.

public import Research

/// What a recorder is doing while the run waits for it.
public enum RecorderPhase: String, Sendable, Hashable, CaseIterable {
    case asking, starting, stopping
}

/// Why a task, or a recorder of it, cannot go on.
public enum TaskEngineError: Error, Sendable, Hashable {
    case stopTooSlow(String, Duration)
    /// A recorder did not start in time.
    case startTooSlow(String, Duration)
    /// A recorder did not report in time whether it has permission to record.
    case permissionTooSlow(String, Duration)
    /// The participant did not want to wait for a recorder any longer.
    case givenUp(String, RecorderPhase)
    /// The store of progress did not respond in time.
    case savingTooSlow
}

extension TaskEngineError: CustomStringConvertible, RSDCodedError {
    public var description: String {
        switch self {
        case .stopTooSlow(let identifier, let limit):
            "the recorder '\(identifier)' did not stop within \(limit) and was left; what it wrote "
                + "until then is in its file, which `footfall repair` closes"
        case .startTooSlow(let identifier, let limit):
            "the recorder '\(identifier)' did not start within \(limit) and was left; look at its "
                + "device and its network, and run the task again"
        case .permissionTooSlow(let identifier, let limit):
            "the recorder '\(identifier)' did not say within \(limit) whether it may record, and was "
                + "left; answer the question that it asks, and run the task again"
        case .givenUp(let identifier, .stopping):
            "the recorder '\(identifier)' had not stopped when the user chose not to wait longer; what it "
                + "wrote until then is in its file, which `footfall repair` closes"
        case .givenUp(let identifier, .asking), .givenUp(let identifier, .starting):
            "the recorder '\(identifier)' did not answer, and the user chose to go on without it; "
                + "look at its device and its network, and run the task again"
        case .savingTooSlow:
            "the disk has not answered for long; the answers are kept as soon as it does, and until then a "
                + "kill would lose them; look at the disk, or the network that it is on"
        }
    }

    public var errorDomain: String { "TaskEngineErrorDomain" }

    // Code 1 is not reused: earlier versions gave it to a task that cannot be fetched.
    public var errorCode: Int {
        switch self {
        case .stopTooSlow: 2
        case .startTooSlow: 3
        case .permissionTooSlow: 4
        case .givenUp: 5
        case .savingTooSlow: 6
        }
    }

    /// Whether a recorder's file may still be open.
    var leavesFileOpen: Bool {
        switch self {
        case .stopTooSlow, .givenUp(_, .stopping): true
        case .startTooSlow, .permissionTooSlow, .givenUp, .savingTooSlow: false
        }
    }
}
