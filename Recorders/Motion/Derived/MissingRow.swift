// Counts derived readings that could not be computed until one can be again, so that many missing readings in a
// row are written as one gap.

internal import SampleStream
internal import Timebase

/// A run of missing derived readings.
struct MissingRow {
    private let types: [MotionSensorType]
    private var gap: LossLedger.Entry?

    /// - Parameter types: The types that are missing together.
    init(of types: [MotionSensorType]) { self.types = types }

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

    /// Extends the run; if the reason differs, writes the present run and begins another.
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

    /// Writes the gap, if anything is missing.
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
