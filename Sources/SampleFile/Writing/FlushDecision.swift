// Decides what is due, as a value: the caller passes the time and performs the work.

/// Decides when records go to the file and when the file goes to the disk.
struct FlushDecision {
    enum Due: Equatable {
        case nothing, flush, flushAndSynchronize
    }

    private let policy: FlushPolicy
    private var flushedAt: Duration?
    private var synchronizedAt: Duration?
    /// Whether the last answer was to synchronize.
    private var hasJustSynchronized = false

    init(_ policy: FlushPolicy) {
        self.policy = policy
    }

    /// Returns what is due now, and counts it as done; the first call starts the intervals.
    mutating func due(at now: Duration, bufferedBytes: Int, isSynchronized: Bool) -> Due {
        let flushed = flushedAt ?? now
        var synchronized = synchronizedAt ?? now
        (flushedAt, synchronizedAt) = (flushed, synchronized)
        // If the last synchronization took longer than the interval, restart the interval, so that records are flushed
        // before the next one. If each call waited for the disk, too few records would leave the recorder's buffer, and
        // the rest would be lost.
        if hasJustSynchronized, now - synchronized > policy.syncInterval {
            synchronized = now
            synchronizedAt = now
        }
        hasJustSynchronized = false
        let isEmpty = bufferedBytes == 0
        if now - synchronized >= policy.syncInterval, !(isEmpty && isSynchronized) {
            (flushedAt, synchronizedAt) = (now, now)
            hasJustSynchronized = true
            return .flushAndSynchronize
        }
        if bufferedBytes >= policy.flushBytes
            || (!isEmpty && now - flushed >= policy.flushInterval)
        {
            flushedAt = now
            return .flush
        }
        return .nothing
    }
}
