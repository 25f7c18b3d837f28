// Whoever turns a sensor in the hand holds it long in some directions and passes quickly through others, for as long
// as they like. So of the field's readings only those are kept that lie apart, and they tell which directions were seen.
// A few that something else has made, such as iron that was passed, must not hide the others.

/// Readings of a magnetometer that is turned, thinned out so that there are never many.
struct FieldReadings: Sendable {
    /// The readings that lie apart.
    private(set) var kept: [SIMD3<Double>] = []
    private var cells: Set<SIMD3<Int64>> = []
    /// How far readings are apart, at least by about this, in µT.
    private var cell = 1.0
    /// How much was turned since a new direction was seen, in such paces.
    private var paces = 0
    private var paceBegin: SIMD3<Double>?
    private var bestShare = 0.0

    /// So many are kept at most.
    static let most = 600
    /// No place on Earth has a field that would spread readings by less, whatever iron is near, in µT.
    private static let leastSpread = 36.0
    /// A direction has each axis below, within or above this share of its length: 26 directions.
    private static let tilt = 0.38
    /// Of so many kept readings one at each end of an axis may be none of the field's.
    private static let outlying = 50
    /// In µT; a turn of the whole field has some forty of them.
    private static let pace = 8.0
    /// Nobody turns so long without a new direction, unless what was kept hides it.
    private static let mostPaces = 800

    /// Takes a reading in; answers whether it lies apart from those before.
    mutating func add(_ reading: SIMD3<Double>) -> Bool {
        // A comparison with what is no number is false.
        guard reading.length < 1e4 else { return false }
        walk(to: reading)
        guard cells.insert(place(of: reading)).inserted else { return false }
        kept.append(reading)
        while kept.count > Self.most { thin() }
        return true
    }

    /// Which share of all directions was seen, from 0 to 1.
    var share: Double {
        guard !kept.isEmpty else { return 0 }
        let (low, high) = ends
        let middle = (low + high) / 2
        var seen: Set<SIMD3<Int64>> = []
        for reading in kept {
            let from = reading - middle
            let length = from.length
            guard length > 0 else { continue }
            var direction = SIMD3<Int64>.zero
            direction.replace(with: 1, where: from .> length * Self.tilt)
            direction.replace(with: -1, where: from .< -length * Self.tilt)
            seen.insert(direction)
        }
        // What noise spreads about one point has all directions, too.
        return Double(min(seen.count, 26)) / 26 * min(1, (high - low).min() / Self.leastSpread)
    }

    /// Whether turning brings nothing new, though not all was seen.
    var isStuck: Bool { paces >= Self.mostPaces }

    private mutating func walk(to reading: SIMD3<Double>) {
        if let paceBegin, (reading - paceBegin).length < Self.pace { return }
        paceBegin = reading
        let share = share
        paces = share > bestShare ? 0 : paces + 1
        bestShare = max(bestShare, share)
    }

    /// How far the readings reach along each axis, but for the outermost few.
    private var ends: (low: SIMD3<Double>, high: SIMD3<Double>) {
        let few = kept.count / Self.outlying
        var (low, high) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
        for axis in 0..<3 {
            let sorted = kept.map { $0[axis] }.sorted()
            low[axis] = sorted[few]
            high[axis] = sorted[sorted.count - 1 - few]
        }
        return (low, high)
    }

    private func place(of reading: SIMD3<Double>) -> SIMD3<Int64> {
        SIMD3<Int64>((reading / cell).rounded(.down))
    }

    private mutating func thin() {
        cell *= 1.3
        cells = []
        kept = kept.filter { cells.insert(place(of: $0)).inserted }
    }
}
