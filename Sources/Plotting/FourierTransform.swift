// The Fourier transform for spectra. Windows have a power of two of samples, so the simplest fast algorithm is enough.

internal import Orientation

/// The discrete Fourier transform of a power of two of values.
struct FourierTransform: Sendable {
    let length: Int
    private let cosines: [Double]
    private let sines: [Double]

    init(length: Int) {
        precondition(length >= 2 && length & (length - 1) == 0, "\(length) is no power of two")
        self.length = length
        let turns = (0..<length / 2).map {
            PortableMath.sineAndCosine(halfTurns: -2 * Double($0) / Double(length))
        }
        (cosines, sines) = (turns.map(\.cosine), turns.map(\.sine))
    }

    /// The squared magnitudes of the transform of real values, from frequency zero to half the number of values.
    func powers(of values: [Double]) -> [Double] {
        precondition(values.count == length, "a window of another length")
        var real = values
        var imaginary = [Double](repeating: 0, count: length)
        var reversed = 0
        for place in 1..<length {
            var bit = length >> 1
            while reversed & bit != 0 {
                reversed ^= bit
                bit >>= 1
            }
            reversed |= bit
            if place < reversed { real.swapAt(place, reversed) }
        }
        var half = 1
        while half < length {
            let stride = length / (2 * half)
            for start in Swift.stride(from: 0, to: length, by: 2 * half) {
                for offset in 0..<half {
                    let (one, other) = (start + offset, start + offset + half)
                    let (cosine, sine) = (cosines[offset * stride], sines[offset * stride])
                    let x = real[other] * cosine - imaginary[other] * sine
                    let y = real[other] * sine + imaginary[other] * cosine
                    (real[other], imaginary[other]) = (real[one] - x, imaginary[one] - y)
                    (real[one], imaginary[one]) = (real[one] + x, imaginary[one] + y)
                }
            }
            half *= 2
        }
        return (0...length / 2).map { real[$0] * real[$0] + imaginary[$0] * imaginary[$0] }
    }
}
