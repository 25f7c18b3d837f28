// Schedules the readings of a device: so many per second, computed from the start, so that delays do not add up. A
// device that is read too late has missed readings, which are counted.

internal import Timebase

/// The instants at which a device is read.
struct ReadingGrid: Sendable {
    private let start: BootInstant
    private let rateInHertz: Double
    private var index = 0

    init(from start: BootInstant, rateInHertz: Double) {
        self.start = start
        self.rateInHertz = rateInHertz
    }

    /// When the next reading is due.
    var due: BootInstant { instant(of: index) }

    /// Advances to the next reading.
    mutating func pass() { index += 1 }

    /// Skips the readings that are overdue, that is, those after which another one is already due.
    ///
    /// - Parameter now: The present time.
    /// - Returns: How many readings were skipped.
    mutating func passMissed(at now: BootInstant) -> Int64 {
        let periods = Double(now.nanoseconds - start.nanoseconds) * rateInHertz / 1e9
        let latest = Int(periods.rounded(.down))
        guard latest > index else { return 0 }
        defer { index = latest }
        return Int64(latest - index)
    }

    private func instant(of index: Int) -> BootInstant {
        start.advanced(by: .nanoseconds(Int64(Double(index) / rateInHertz * 1e9)))
    }
}
