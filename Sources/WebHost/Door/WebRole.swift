// What somebody at the door may do.

/// Who somebody is to the run.
public enum WebRole: String, Sendable, Hashable, Codable, CaseIterable {
    /// Does the task, and sees nothing else.
    case participant
    /// Sees the task, and does nothing.
    case watcher
    /// Does the task as well, and looks after the sessions.
    case `operator`

    /// Whether what they do counts.
    public var mayAct: Bool { self != .watcher }
}
