// The receiver's time beside the machine's: pairs for the session's journal. They tell nothing of where somebody was.

internal import Timebase

/// Learns the receiver's time by when its fixes arrive.
struct ReceiverClock: Sendable {
    private var clock: DeviceClock?
    private var ration = ClockPairRation(pairsPerSecond: 0.1)
    private var seen: Int64 = 0
    private var pairs: [ClockPair] = []

    /// Takes a fix: its time by the receiver, when it had arrived, and how far fixes are apart.
    mutating func take(_ stamp: Int64, seen: Int64, count: Int64, spacing: Int64) {
        let arrival = ClockArrival(stamp: stamp, seen: seen)
        self.seen = seen
        if clock == nil { clock = DeviceClock(arrivals: [arrival]) }
        clock?.expect(arrival, count: Int(clamping: count), spacing: spacing)
        _ = clock?.instant(of: stamp, seen: seen, spacing: spacing)
        clock?.note(arrival)
        pairs += clock?.takePairs() ?? []
    }

    /// Keeps a last pair.
    mutating func end() {
        clock?.end()
        pairs += clock?.takePairs() ?? []
    }

    /// The pairs that were not taken yet, as many as a session can bear.
    mutating func takePairs() -> [ClockPair] {
        guard !pairs.isEmpty else { return [] }
        defer { pairs = [] }
        return ration.take(pairs, at: seen)
    }

    /// What is told at the end of pairs that were withheld.
    var note: String? {
        guard ration.withheld > 0 else { return nil }
        return "the receiver's clock jumps about: \(ration.withheld) readings of it are not kept"
    }
}
