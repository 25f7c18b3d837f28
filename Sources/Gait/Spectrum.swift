// Computes the power of a signal at a few frequencies by plain sums over a table of exact angles, so that the same
// samples give the same spectrum on every machine.

internal import Orientation

/// The Fourier transform of evenly spaced samples, at frequencies with a whole number of waves.
struct Spectrum {
    private let values: [Double]
    private let cosines: [Double]
    private let sines: [Double]
    private let duration: Double

    init(_ values: [Double], rateInHertz rate: Double) {
        self.values = values
        duration = Double(values.count) / rate
        let turns = values.indices.map {
            PortableMath.sineAndCosine(halfTurns: 2 * Double($0) / Double(values.count))
        }
        cosines = turns.map(\.cosine)
        sines = turns.map(\.sine)
    }

    /// The frequency of a number of waves, in hertz.
    func frequency(ofWaves waves: Int) -> Double { Double(waves) / duration }

    /// The squared magnitude of the transform at this number of waves.
    func power(ofWaves waves: Int) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        var turn = 0
        for value in values {
            real += value * cosines[turn]
            imaginary += value * sines[turn]
            turn += waves
            if turn >= values.count { turn %= values.count }
        }
        return real * real + imaginary * imaginary
    }

    /// The numbers of waves whose frequencies lie from the lower bound up to, not including, the upper one.
    func waves(from lower: Double, below upper: Double) -> Range<Int> {
        // The tolerance covers rounding of a frequency that equals the bound.
        let first = Int((lower * duration - 1e-9).rounded(.up))
        let end = min(Int((upper * duration - 1e-9).rounded(.up)), values.count / 2 + 1)
        return first..<max(first, end)
    }
}
