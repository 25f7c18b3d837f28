// The result of one pass over all sessions: for each session that is not at the destination, why.

internal import SystemCalls

/// The result of one pass.
public struct SendPassReport: Hashable, Sendable {
    /// Sessions that were sent, and how many were there already.
    public var sent: [String] = []
    public var already = 0
    /// Sessions that could not be sent, with the error.
    public var failed: [String: SendError] = [:]
    /// Sessions that are being recorded, and those whose run crashed and that have not been closed.
    public var live: [String] = []
    public var left: [String] = []
    /// Sessions that cannot be read, with the reason.
    public var unreadable: [String: String] = [:]
    /// Sessions that were sent though files of theirs are missing here, with the files.
    public var incomplete: [String: [String]] = [:]
    /// Sessions that were sent though files differ from their state at closing, with the files.
    public var damaged: [String: [String]] = [:]
    /// Files that stay here, in the folders of sent sessions, because they are not the sessions' own.
    public var strays: [String: [String]] = [:]
    /// Sessions not attempted, because the destination did not answer or the sender was stopped.
    public var waiting: [String] = []
    /// Sessions that were withdrawn, or are to be.
    public var withdrawn: [String] = []
    /// The number of files and bytes sent.
    public var files = 0
    public var bytes: Int64 = 0
    /// The error that ended the pass early, if any.
    public var obstacle: SendError?

    public init() {}

    /// Adds the result for sessions that had wrongly counted as sent.
    mutating func add(_ again: SendPassReport) {
        already = max(0, already - again.sent.count - again.failed.count - again.waiting.count)
        sent += again.sent
        failed.merge(again.failed) { $1 }
        live += again.live
        left += again.left
        unreadable.merge(again.unreadable) { $1 }
        incomplete.merge(again.incomplete) { $1 }
        damaged.merge(again.damaged) { $1 }
        strays.merge(again.strays) { $1 }
        waiting += again.waiting
        withdrawn += again.withdrawn
        files += again.files
        bytes = bytes.addingClamped(again.bytes)
        obstacle = obstacle ?? again.obstacle
    }

    /// Finished sessions that are not at the destination yet, oldest first.
    public var unsent: [String] { (waiting + failed.keys).sorted() }

    /// True if every session that can be sent is at the destination.
    public var isDone: Bool {
        failed.isEmpty && unreadable.isEmpty && waiting.isEmpty && obstacle == nil
    }
}
