// What is due when, as a value that is told the time and does nothing itself.

/// Decides when records go to the file and when the file goes to the disk.
struct FlushDecision {
    enum Due: Equatable {
        case nothing, flush, flushAndSynchronize
    }

    private let policy: FlushPolicy
    private var flushedAt: Duration?
    private var synchronizedAt: Duration?

    init(_ policy: FlushPolicy) {
        self.policy = policy
    }

    /// What is due now, and is taken for done; the first question starts the intervals.
    mutating func due(at now: Duration, bufferedBytes: Int, isSynchronized: Bool) -> Due {
        guard let flushedAt, let synchronizedAt else {
            flushedAt = now
            synchronizedAt = now
            return due(at: now, bufferedBytes: bufferedBytes, isSynchronized: isSynchronized)
        }
        let isEmpty = bufferedBytes == 0
        if now - synchronizedAt >= policy.syncInterval, !(isEmpty && isSynchronized) {
            self.flushedAt = now
            self.synchronizedAt = now
            return .flushAndSynchronize
        }
        if bufferedBytes >= policy.flushBytes
            || (!isEmpty && now - flushedAt >= policy.flushInterval)
        {
            self.flushedAt = now
            return .flush
        }
        return .nothing
    }
}
