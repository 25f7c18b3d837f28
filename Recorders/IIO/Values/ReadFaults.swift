// A bus reading may fail and the next one succeed: a loose wire, another bus master, a sensor that is waking
// up. So a failed reading is a missing one. The sensor has failed only once all readings have failed for some
// time, or if the error is one that never passes.

internal import SystemCalls

/// Counts for how long the readings of one sensor have failed in a row.
struct ReadFaults: Sendable {
    /// For how long all readings may fail, in nanoseconds.
    private let patience: Int64
    private var since: Int64?

    /// A sensor whose readings have not failed yet.
    init(periodInNanoseconds: Int64, patienceInSeconds: Double) {
        let periods = periodInNanoseconds.multipliedReportingOverflow(by: 4)
        patience = max(
            Int64(patienceInSeconds * 1e9),
            periods.overflow ? .max : periods.partialValue
        )
    }

    /// Notes a reading that succeeded.
    mutating func succeeded() { since = nil }

    /// True if reading may continue after a failure.
    ///
    /// `instant` is from a clock that stops while the machine sleeps.
    mutating func mayGoOn(after error: IIOError, at instant: Int64) -> Bool {
        guard Self.mayPass(error.kind) else { return false }
        let begin = since ?? instant
        since = begin
        return instant &- begin < patience
    }

    private static func mayPass(_ kind: IIOError.Kind) -> Bool {
        switch kind {
        // Not found: the sensor is gone together with its files. A sensor that only fails to respond on its bus
        // still has them.
        case .failed(_, let errno): errno != .notFound
        default: false
        }
    }
}
