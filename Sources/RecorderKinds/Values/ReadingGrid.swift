// When a device is read: so many times a second, reckoned from the start, so that no delay adds up. A device that was
// read too late has missed readings, and those are counted.

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

    /// Goes on to the reading behind the one that is due.
    mutating func pass() { index += 1 }

    /// Leaves out the readings whose time is over: those behind which another one is due already.
    ///
    /// - Parameter now: What the clock shows.
    /// - Returns: How many they are.
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
