// What could not be computed, counted until there is something again, so that a row of missing readings
// is one gap and not many.

internal import SampleStream
internal import Timebase

/// A row of derived readings that are missing.
struct MissingRow {
    private let types: [MotionSensorType]
    private var gap: LossLedger.Entry?

    /// - Parameter types: What is missing together.
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

    /// Adds to the row, or tells it and begins another where reasons differ.
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

    /// Tells what is missing, if anything is.
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
