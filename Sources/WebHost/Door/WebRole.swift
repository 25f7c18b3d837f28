// What a browser may do.

/// The role of a browser.
public enum WebRole: String, Sendable, Hashable, Codable, CaseIterable {
    /// May do the task, and nothing else.
    case participant
    /// May watch the task, and nothing else.
    case watcher
    /// May do the task, and manage the board and its sessions.
    case `operator`

    /// Whether this role may act on the task.
    public var mayAct: Bool { self != .watcher }
}
