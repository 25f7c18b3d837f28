// Compares the clock of a satellite receiver with the clock of this machine. The session's journal records the pairs of
// times that result; pairs contain no position.

internal import Timebase

/// Learns how the receiver's clock runs from the times at which the receiver's fixes arrive.
struct ReceiverClock: Sendable {
    private var clock: DeviceClock?
    private var ration = ClockPairRation(pairsPerSecond: 0.1)
    private var seen: Int64 = 0
    private var pairs: [ClockPair] = []

    /// Adds a fix.
    ///
    /// - Parameters:
    ///   - timestamp: The time of the fix by the receiver's clock, in nanoseconds.
    ///   - seen: When the fix had arrived, in nanoseconds of the session's clock.
    ///   - count: The number of fixes: this fix, and those lost before it.
    ///   - spacing: How far fixes are apart, in nanoseconds.
    mutating func take(_ timestamp: Int64, seen: Int64, count: Int64, spacing: Int64) {
        let arrival = ClockArrival(timestamp: timestamp, seen: seen)
        self.seen = seen
        if clock == nil { clock = DeviceClock(arrivals: [arrival]) }
        clock?.expect(arrival, count: Int(clamping: count), spacing: spacing)
        // The result is not used: samples have the time of arrival. The call gives `clock` the newest timestamp, by
        // which it finds whether the receiver's clock was set.
        _ = clock?.instant(of: timestamp, seen: seen, spacing: spacing)
        clock?.note(arrival)
        pairs += clock?.takePairs() ?? []
    }

    /// Adds a pair for the newest timestamp, unless that timestamp is already in a pair.
    mutating func end() {
        clock?.end()
        pairs += clock?.takePairs() ?? []
    }

    /// Returns the new pairs since the last call, at most as many as `ration` lets a session record.
    mutating func takePairs() -> [ClockPair] {
        guard !pairs.isEmpty else { return [] }
        defer { pairs = [] }
        return ration.take(pairs, at: seen)
    }

    /// The note at the end of the recording: how many pairs the ration left out; `nil` if it left out none.
    var note: String? {
        guard ration.withheld > 0 else { return nil }
        return "the receiver's clock jumps about: \(ration.withheld) comparisons with the clock of "
            + "this machine are not in the journal"
    }
}
