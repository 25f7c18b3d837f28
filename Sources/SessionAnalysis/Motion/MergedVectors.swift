// Sensors of one device measure at different instants. The value of one sensor at another's instant is interpolated
// linearly between its two readings around it; next to a gap the nearest reading is used instead, if it is near enough.

internal import SampleFile
internal import SystemCalls

/// The readings of one type at the instants of another, requested in order of time.
struct MergedVectors {
    private let longestGap: Int64
    private let reach: Int64
    private var before: VectorReading?
    private var after: VectorReading?
    private var hasBegun = false

    /// Interpolates readings.
    ///
    /// - Parameters:
    ///   - longestGap: Readings further apart are not interpolated, in nanoseconds.
    ///   - reach: How far from a reading its value may be used, in nanoseconds.
    init(longestGap: Int64, reach: Int64) {
        (self.longestGap, self.reach) = (longestGap, reach)
    }

    /// The value at an instant; `nil` if unknown.
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
