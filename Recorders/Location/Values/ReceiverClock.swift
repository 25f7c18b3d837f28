// Compares the receiver's clock with the machine's and produces pairs for the session's journal. They reveal no
// position.

internal import Timebase

/// Learns the receiver's clock from the arrivals of its fixes.
struct ReceiverClock: Sendable {
    private var clock: DeviceClock?
    private var ration = ClockPairRation(pairsPerSecond: 0.1)
    private var seen: Int64 = 0
    private var pairs: [ClockPair] = []

    /// Adds a fix: its time by the receiver, its arrival, and the spacing of fixes.
    mutating func take(_ timestamp: Int64, seen: Int64, count: Int64, spacing: Int64) {
        let arrival = ClockArrival(timestamp: timestamp, seen: seen)
        self.seen = seen
        if clock == nil { clock = DeviceClock(arrivals: [arrival]) }
        clock?.expect(arrival, count: Int(clamping: count), spacing: spacing)
        _ = clock?.instant(of: timestamp, seen: seen, spacing: spacing)
        clock?.note(arrival)
        pairs += clock?.takePairs() ?? []
    }

    /// Adds a last pair.
    mutating func end() {
        clock?.end()
        pairs += clock?.takePairs() ?? []
    }

    /// The pairs since the last call, as many as a session should record.
    mutating func takePairs() -> [ClockPair] {
        guard !pairs.isEmpty else { return [] }
        defer { pairs = [] }
        return ration.take(pairs, at: seen)
    }

    /// The note at the end on withheld pairs, if there are any.
    var note: String? {
        guard ration.withheld > 0 else { return nil }
        return "the receiver's clock jumps about: \(ration.withheld) readings of it are not kept"
    }
}
