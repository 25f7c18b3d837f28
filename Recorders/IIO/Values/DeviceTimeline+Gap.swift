// The gap that `DeviceTimeline` reports for missing readings, and how much of it falls before the end of a
// recording.

extension DeviceTimeline {
    /// Readings that are missing.
    struct Gap: Sendable, Hashable {
        /// The instant of the first of them; for a loss found only later, the instant at which it was found.
        var from: Int64
        /// The instant of the first reading after them.
        var to: Int64
        var lost: Int64
        /// Whether the count is an estimate.
        var isEstimated: Bool
        /// Whether they were lost because the kernel's buffer was full.
        var isOverflow = false

        /// The part of the gap that was due until an instant.
        ///
        /// - Parameters:
        ///   - limit: The instant at which the recording ends.
        ///   - delivered: The newest delivered instant: the gap is placed no earlier, even if the recording ends
        ///     earlier.
        ///   - period: The distance between samples.
        ///   - isFollowed: Whether the sample after the gap is delivered whatever its instant; then the whole gap is
        ///     missing before that sample.
        /// - Returns: The gap to report; `nil` if nothing was due.
        func due(
            until limit: Int64,
            behind delivered: Int64,
            periodInNanoseconds period: Double,
            isFollowed: Bool
        ) -> Gap? {
            if isFollowed { return self }
            var gap = self
            if from == to {
                // The loss happened before it was found, so its gap is placed no later than the end.
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
