// Random numbers with random access: the value at index i depends on i alone. So sample k is the same whether
// or not earlier samples were computed, and no state is kept between calls.
//
// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014) has this property by construction: its i-th output is a mix
// of `state + (i + 1) · γ`.

internal import Orientation

/// A sequence of independent values with access by index.
struct RandomSequence: Sendable {
    private let state: UInt64
    private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// SplitMix64's sequence for this state.
    init(state: UInt64) {
        self.state = state
    }

    /// One of the sequences of a seed; different streams are independent of each other.
    init(seed: UInt64, stream: UInt64) {
        let start = Self.mix(seed &+ Self.gamma)
        state = Self.mix(start ^ Self.mix(stream &* Self.gamma &+ 1))
    }

    /// The 64 random bits at an index.
    func word(at index: UInt64) -> UInt64 {
        Self.mix(state &+ (index &+ 1) &* Self.gamma)
    }

    /// Two independent standard normal values at an index (Box and Muller's transform).
    func normalPair(at index: UInt64) -> (Double, Double) {
        let first = word(at: index &* 2) >> 11
        let second = word(at: index &* 2 &+ 1) >> 11
        let uniform = (Double(first) + 1) * 0x1p-53
        let radius = (-2 * PortableMath.naturalLogarithm(uniform)).squareRoot()
        let angle = PortableMath.sineAndCosine(halfTurns: Double(second) * 0x1p-52)
        return (radius * angle.cosine, radius * angle.sine)
    }

    /// Three independent standard normal values at an index.
    func normalVector(at index: UInt64) -> SIMD3<Double> {
        let first = normalPair(at: index &* 2)
        let second = normalPair(at: index &* 2 &+ 1)
        return SIMD3(first.0, first.1, second.0)
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
