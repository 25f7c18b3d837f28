// A person who turns a sensor by hand holds it long in some directions and passes quickly through others. So only
// readings with some distance from each other are stored, and they show which directions were covered. A few wrong
// readings, such as from passing iron, must not make others look covered or missing.

/// Readings of a turning magnetometer, thinned out to a limited number.
struct FieldReadings: Sendable {
    /// The stored readings.
    private(set) var kept: [SIMD3<Double>] = []
    private var cells: Set<SIMD3<Int64>> = []
    /// The approximate least distance between stored readings, in µT.
    private var cell = 1.0
    /// How far the sensor was turned without covering a new direction, in units of `pace`.
    private var paces = 0
    private var paceBegin: SIMD3<Double>?
    private var bestShare = 0.0

    /// The largest number of stored readings.
    static let most = 600
    /// The Earth's field spreads readings by more than this at any place, in µT, whatever iron is near.
    private static let leastSpread = 36.0
    /// Divides directions: each axis counts as below, within or above this share of the length; gives 26 directions.
    private static let tilt = 0.38
    /// For every this many readings, one at each end of an axis may be an outlier.
    private static let outlying = 50
    /// The unit of turning in µT; one full turn in the field has about forty.
    private static let pace = 8.0
    /// If no new direction appears after this much turning, the stored readings must be wrong, and hide it.
    private static let mostPaces = 800

    /// Adds a reading; returns true if it is stored.
    mutating func add(_ reading: SIMD3<Double>) -> Bool {
        // The comparison is also false for a value that is not a number.
        guard reading.length < 1e4 else { return false }
        walk(to: reading)
        guard cells.insert(place(of: reading)).inserted else { return false }
        kept.append(reading)
        while kept.count > Self.most { thin() }
        return true
    }

    /// The share of all directions covered, from 0 to 1.
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
        // Noise about a single point also covers all directions, so the spread must count, too.
        return Double(min(seen.count, 26)) / 26 * min(1, (high - low).min() / Self.leastSpread)
    }

    /// True if turning covers nothing new, though directions are missing.
    var isStuck: Bool { paces >= Self.mostPaces }

    private mutating func walk(to reading: SIMD3<Double>) {
        if let paceBegin, (reading - paceBegin).length < Self.pace { return }
        paceBegin = reading
        let share = share
        paces = share > bestShare ? 0 : paces + 1
        bestShare = max(bestShare, share)
    }

    /// The range of the readings along each axis, without the outermost few.
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
