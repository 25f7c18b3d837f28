// Limits how many clock pairs a session records: every pair is one record, and a clock that jumps about would add a
// record for each jump.

/// Passes a limited number of pairs per second, and counts the pairs that it withholds.
package struct ClockPairRation: Sendable, Hashable {
    private let pairsPerSecond: Double
    /// How many more pairs might pass at `told`, the instant of the last call of `take`.
    private var room = mostPairs
    private var told: Int64 = 0
    /// How many pairs were withheld.
    package private(set) var withheld: Int64 = 0

    /// The most pairs that may pass at once.
    private static let mostPairs = 16.0

    /// A ration of which nothing has been used.
    ///
    /// - Parameter pairsPerSecond: How many pairs a session may record in the long run.
    package init(pairsPerSecond: Double) { self.pairsPerSecond = pairsPerSecond }

    /// Returns as many of the pairs as may pass now, and counts the others as withheld.
    ///
    /// - Parameters:
    ///   - pairs: The pairs, in order.
    ///   - now: When the data that the pairs were learned from arrived. The pairs' own instants are useless here,
    ///     since the clock jumps.
    /// - Returns: The first of them, as many as may pass.
    package mutating func take(_ pairs: [ClockPair], at now: Int64) -> [ClockPair] {
        let passed = Double(max(0, now &- told)) / 1e9
        room = min(Self.mostPairs, room + pairsPerSecond * passed)
        told = now
        let kept = min(pairs.count, Int(room))
        room -= Double(kept)
        withheld &+= Int64(pairs.count - kept)
        return Array(pairs.prefix(kept))
    }
}
