// What is told of readings that are missing, and how much of it was due until the end of a recording.

extension DeviceTimeline {
    /// Readings that are missing.
    struct Gap: Sendable, Hashable {
        /// The instant of the first of them; of a loss that was found later, the instant of finding.
        var from: Int64
        /// The instant of the first reading behind them.
        var to: Int64
        var lost: Int64
        /// Whether the count is an estimate.
        var isEstimated: Bool
        /// Whether the kernel had no more room for them.
        var isOverflow = false

        /// What of it was due until an instant.
        ///
        /// - Parameters:
        ///   - limit: The instant.
        ///   - delivered: The newest instant that was delivered: the end may lie ahead of it, and the gap does not.
        ///   - period: How far samples are apart.
        ///   - isFollowed: Whether the sample behind it is delivered whatever its instant: then all of it
        ///     is missing ahead of that one.
        /// - Returns: The gap to tell; `nil` when nothing was due.
        func due(
            until limit: Int64,
            behind delivered: Int64,
            periodInNanoseconds period: Double,
            isFollowed: Bool
        ) -> Gap? {
            if isFollowed { return self }
            var gap = self
            if from == to {
                // It was there before it was found.
                gap.from = max(min(from, limit), delivered)
                return gap
            }
            guard from <= limit else { return nil }
            guard to > limit else { return gap }
            let due = Double(limit &- from) / max(1, period)
            if due < 1e15 { gap.lost = min(lost, Int64(due) + 1) }
            return gap
        }
    }
}
