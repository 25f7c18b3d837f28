// Counts the derived readings that cannot be computed. Many in a row are written as one gap, as soon as a reading can
// be computed again.

internal import SampleStream
internal import Timebase

/// A run of missing derived readings.
struct MissingRow {
    private let types: [MotionSensorType]
    private var gap: LossLedger.Entry?

    /// - Parameter types: The types that are missing together.
    init(of types: [MotionSensorType]) { self.types = types }

    /// Adds one missing reading; `time` is its timestamp in nanoseconds.
    mutating func add(_ reason: GapReason, at time: Int64, into output: inout [MotionSample]) {
        add(
            LossLedger.Entry(
                channel: 0,
                reason: reason,
                firstMissing: BootInstant(nanoseconds: time),
                count: 1
            ),
            into: &output
        )
    }

    /// Adds missing readings to the run.
    ///
    /// If their reason differs, or only one of the counts is an estimate, this writes the run and begins another. The
    /// channel of `more` is ignored: a gap is written for each of the types.
    mutating func add(_ more: LossLedger.Entry, into output: inout [MotionSample]) {
        guard more.count > 0 else { return }
        guard var row = gap, row.reason == more.reason, row.isEstimated == more.isEstimated else {
            tell(into: &output)
            gap = more
            return
        }
        let (sum, isTooLarge) = row.count.addingReportingOverflow(more.count)
        row.count = isTooLarge ? .max : sum
        gap = row
    }

    /// Writes one gap for each type, if anything is missing: at the end, and before a reading that was computed again.
    mutating func tell(into output: inout [MotionSample]) {
        guard let gap else { return }
        self.gap = nil
        for type in types {
            output.append(
                MotionSample.gap(
                    channel: type.channel,
                    at: gap.firstMissing,
                    lost: gap.count,
                    reason: gap.reason,
                    isEstimated: gap.isEstimated
                )
            )
        }
    }
}
