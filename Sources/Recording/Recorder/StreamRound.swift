// A recorder with several streams counts as open, drained or closed only when all of its streams are.

/// A report and the index of its stream.
struct IndexedReport: Sendable {
    var stream: Int
    var report: StreamReport
}

/// Counts how many of a recorder's streams are open, drained and closed.
struct StreamRound {
    let count: Int
    private var openedCount = 0
    private var endedCount = 0
    private var drainedCount = 0
    private var closedCount = 0
    /// The first error of closing.
    var closeFailure: (any Error)?

    init(count: Int) {
        self.count = count
    }

    var isDrained: Bool { drainedCount == count }
    var isClosed: Bool { closedCount == count }

    /// Counts one more open stream; returns true if it was the last.
    mutating func opened() -> Bool {
        openedCount += 1
        return openedCount == count
    }

    mutating func sourceEnded() -> Bool {
        endedCount += 1
        return endedCount == count
    }

    mutating func drained() -> Bool {
        drainedCount += 1
        return drainedCount == count
    }

    mutating func closed() -> Bool {
        closedCount += 1
        return closedCount == count
    }
}
