// Computes when sample k is due, from k in integers, so that no rounding error accumulates over a day.

/// Evenly spaced sampling instants, in nanoseconds since the first.
public struct SamplingGrid: Sendable, Hashable {
    private let millihertz: Int64

    /// A grid for a rate from 0.001 Hz to 1 MHz (rounded to a thousandth of a hertz); nil for other rates.
    public init?(rateInHertz: Double) {
        guard rateInHertz >= 0.001, rateInHertz <= 1e6 else { return nil }
        millihertz = Int64((rateInHertz * 1000).rounded())
    }

    /// The rate.
    public var rateInHertz: Double { Double(millihertz) / 1000 }

    /// When sample `index` is due, to the nearest nanosecond.
    public func nanoseconds(ofSample index: Int) -> Int64 {
        let numerator = Int128(index) * 1_000_000_000_000 + Int128(millihertz / 2)
        return Int64(numerator / Int128(millihertz))
    }

    /// How many samples are due before this time has passed.
    public func samples(beforeNanoseconds end: Int64) -> Int {
        guard end > 0 else { return 0 }
        let estimate = Int(Int128(end) * Int128(millihertz) / 1_000_000_000_000)
        var count = max(0, estimate - 1)
        while nanoseconds(ofSample: count) < end { count += 1 }
        return count
    }
}
