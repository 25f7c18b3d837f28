// What is due when, as a value that is told the time and does nothing itself.

/// Decides when records go to the file and when the file goes to the disk.
struct FlushDecision {
    enum Due: Equatable {
        case nothing, flush, flushAndSynchronize
    }

    private let policy: FlushPolicy
    private var flushedAt: Duration?
    private var synchronizedAt: Duration?
    /// Whether nothing was asked since the last synchronization.
    private var hasJustSynchronized = false

    init(_ policy: FlushPolicy) {
        self.policy = policy
    }

    /// What is due now, and is taken for done; the first question starts the intervals.
    mutating func due(at now: Duration, bufferedBytes: Int, isSynchronized: Bool) -> Due {
        let flushed = flushedAt ?? now
        var synchronized = synchronizedAt ?? now
        (flushedAt, synchronizedAt) = (flushed, synchronized)
        // A disk that took longer than the interval has left no time for what came meanwhile: that comes first.
        // Else a little would be taken from the recorder for each long wait, and the rest be lost.
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
