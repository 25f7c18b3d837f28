// What one look at all sessions came to: of each session that is not there it is told why.

internal import SystemCalls

/// What one look came to.
public struct SendPassReport: Hashable, Sendable {
    /// Sessions that were sent, and those that were there.
    public var sent: [String] = []
    public var already = 0
    /// Those that could not be sent, with why.
    public var failed: [String: SendError] = [:]
    /// Those that are being recorded, and those whose run died and that nobody has closed.
    public var live: [String] = []
    public var left: [String] = []
    /// Those that cannot be read, with why.
    public var unreadable: [String: String] = [:]
    /// Those that were sent though files of theirs are missing here, with the files.
    public var incomplete: [String: [String]] = [:]
    /// Those that were sent though files of theirs have other bytes than when they were closed, with the files.
    public var damaged: [String: [String]] = [:]
    /// What stays here of those that were sent, since it is not theirs.
    public var strays: [String: [String]] = [:]
    /// Those that were not begun, since the destination did not answer or it was stopped.
    public var waiting: [String] = []
    /// Those that were taken back, or are to be.
    public var withdrawn: [String] = []
    /// Files and bytes of what was sent.
    public var files = 0
    public var bytes: Int64 = 0
    /// What ended it early, if anything.
    public var obstacle: SendError?

    public init() {}

    /// Adds what came of some that had been taken for sent.
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

    /// Sessions that are over and not there yet, the oldest first.
    public var unsent: [String] { (waiting + failed.keys).sorted() }

    /// Whether all that can leave is there.
    public var isDone: Bool {
        failed.isEmpty && unreadable.isEmpty && waiting.isEmpty && obstacle == nil
    }
}
