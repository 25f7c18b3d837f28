// What the engine itself finds amiss, as opposed to recorders and stores; hosts show it as it is.

public import Research

/// What a recorder is waited for.
public enum RecorderPhase: String, Sendable, Hashable, CaseIterable {
    case asking, starting, stopping
}

/// Why a task, or a recorder of it, cannot go on.
public enum TaskEngineError: Error, Sendable, Hashable {
    case stopTooSlow(String, Duration)
    /// A recorder did not start in time.
    case startTooSlow(String, Duration)
    /// A recorder did not say in time whether it may record.
    case permissionTooSlow(String, Duration)
    /// Somebody did not want to wait for a recorder any longer.
    case givenUp(String, RecorderPhase)
    /// The store of progress did not answer as long as somebody waited.
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
            "nobody waited any longer for the recorder '\(identifier)' to stop; what it wrote until then "
                + "is in its file, which `footfall repair` closes"
        case .givenUp(let identifier, .asking), .givenUp(let identifier, .starting):
            "the recorder '\(identifier)' did not answer, and the task went on without it, as somebody "
                + "wanted; look at its device and its network, and run the task again"
        case .savingTooSlow:
            "the disk has not answered for long; the answers are kept as soon as it does, and until then a "
                + "kill would lose them; look at the disk, or the network that it is on"
        }
    }

    public var errorDomain: String { "TaskEngineErrorDomain" }

    // 1 is that of a task that cannot be fetched, in earlier versions.
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
