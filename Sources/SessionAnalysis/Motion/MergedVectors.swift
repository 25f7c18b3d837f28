// Sensors of one device measure at instants of their own. What one of them would have measured at an instant of another
// lies on the line between its two readings around it; next to a gap there is no such line, and the nearest counts.

internal import SampleFile
internal import SystemCalls

/// The readings of one type at instants of another, which are asked for in the order of time.
struct MergedVectors {
    private let longestGap: Int64
    private let reach: Int64
    private var before: VectorReading?
    private var after: VectorReading?
    private var hasBegun = false

    /// Merges readings of which there are so many a second.
    ///
    /// - Parameters:
    ///   - longestGap: Between readings that are farther apart there is nothing, in nanoseconds.
    ///   - reach: A reading stands for so much time around it, in nanoseconds.
    init(longestGap: Int64, reach: Int64) {
        (self.longestGap, self.reach) = (longestGap, reach)
    }

    /// What was measured at an instant; `nil` where nobody knows.
    mutating func vector(
        at instant: Int64,
        _ next: () throws(SampleFileError) -> VectorReading?
    ) throws(SampleFileError) -> SIMD3<Double>? {
        if !hasBegun {
            hasBegun = true
            after = try next()
        }
        while let reading = after, reading.instant <= instant {
            before = reading
            after = try next()
        }
        if let before, before.instant == instant { return before.vector }
        return between(instant) ?? nearest(instant)
    }

    private func between(_ instant: Int64) -> SIMD3<Double>? {
        guard let before, let after, !after.isBehindGap else { return nil }
        let gap = after.instant.subtractingClamped(before.instant)
        guard gap > 0, gap <= longestGap else { return nil }
        let share = Double(instant - before.instant) / Double(gap)
        return before.vector + (after.vector - before.vector) * share
    }

    private func nearest(_ instant: Int64) -> SIMD3<Double>? {
        let all = [before, after].compactMap { $0 }.map {
            (away: $0.instant.subtractingClamped(instant).magnitude, vector: $0.vector)
        }
        return all.min { $0.away < $1.away }.flatMap {
            $0.away <= reach.magnitude ? $0.vector : nil
        }
    }
}
