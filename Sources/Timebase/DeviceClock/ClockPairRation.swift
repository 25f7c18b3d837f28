// Each pair of a device's clock is a record of the session: of a clock that jumps about a session keeps only so many.

/// Lets so many pairs through as a session can bear, and counts those that it withholds.
package struct ClockPairRation: Sendable, Hashable {
    private let pairsPerSecond: Double
    /// How many pairs more the session can bear at present, and by when.
    private var room = mostPairs
    private var told: Int64 = 0
    /// How many pairs were withheld.
    package private(set) var withheld: Int64 = 0

    /// So many at once are borne.
    private static let mostPairs = 16.0

    /// A ration that nothing was taken of.
    ///
    /// - Parameter pairsPerSecond: How many a session bears in the long run.
    package init(pairsPerSecond: Double) { self.pairsPerSecond = pairsPerSecond }

    /// Takes pairs.
    ///
    /// - Parameters:
    ///   - pairs: The pairs, in order.
    ///   - now: When what they were learned from had come: such a clock's own instants say nothing.
    /// - Returns: The first of them, as many as the session can bear.
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
