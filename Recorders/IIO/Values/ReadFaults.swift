// A reading by a bus may fail and the next one succeed: a loose wire, another master, a sensor that is waking up.
// One that failed is one that is missing, and only many in a row mean that the sensor is.

internal import SystemCalls

/// The readings of one sensor that failed in a row.
struct ReadFaults: Sendable {
    /// For how long all may fail, in nanoseconds.
    private let patience: Int64
    private var since: Int64?

    /// Nothing has failed yet.
    init(periodInNanoseconds: Int64, patienceInSeconds: Double) {
        let periods = periodInNanoseconds.multipliedReportingOverflow(by: 4)
        patience = max(
            Int64(patienceInSeconds * 1e9),
            periods.overflow ? .max : periods.partialValue
        )
    }

    /// A reading has succeeded.
    mutating func succeeded() { since = nil }

    /// Whether to go on after a reading that failed, at an instant of a clock that stands still in sleep.
    mutating func mayGoOn(after error: IIOError, at instant: Int64) -> Bool {
        guard Self.mayPass(error.kind) else { return false }
        let begin = since ?? instant
        since = begin
        return instant &- begin < patience
    }

    private static func mayPass(_ kind: IIOError.Kind) -> Bool {
        switch kind {
        // Its files are gone with it; a sensor that does not answer on its bus is there still.
        case .failed(_, let errno): errno != .notFound
        default: false
        }
    }
}
