// Computes the power spectrum of a recording of any length in the memory of one window: Welch's method (IEEE
// Transactions on Audio and Electroacoustics 15, 1967), with Hann windows that overlap by half.

internal import Orientation

/// The mean spectrum over windows of a signal.
package struct Periodogram: Sendable {
    /// The power spectral density of a signal.
    package struct Density: Sendable, Equatable {
        /// The sample rate.
        package var rateInHertz: Double
        /// The density at each frequency, in the values' squared unit per hertz; the first is at 0 Hz.
        package var powers: [Double]
        /// The number of windows averaged.
        package var windows: Int
        /// The length of a window, without padding.
        package var secondsOfWindow: Double

        /// The distance between two frequencies.
        package var spacingInHertz: Double {
            rateInHertz / Double(2 * (powers.count - 1))
        }
    }

    private let length: Int
    private let transform: FourierTransform
    private let weights: [Double]
    private var values: [Double] = []
    private var times: [Int64] = []
    private var sums: [Double]
    private var seconds = 0.0
    private var windows = 0
    private var isPadded = false
    /// The longest piece that was too short for a window.
    private var rest: (values: [Double], seconds: Double) = ([], 0)

    /// Pieces with fewer samples are ignored.
    private static let fewest = 32

    /// A spectrum with windows of `length` samples, a power of two.
    package init(windowLength length: Int) {
        self.length = length
        transform = FourierTransform(length: length)
        weights = Self.weights(length)
        sums = [Double](repeating: 0, count: length / 2 + 1)
    }

    /// The greatest power of two that does not exceed the number of samples in `seconds`, from 64 to 8192.
    ///
    /// An unknown rate counts as 50 Hz.
    package static func windowLength(rateInHertz rate: Double?, seconds: Double = 12) -> Int {
        let samples = min(8192, max(64, (rate ?? 50) * seconds))
        var length = 64
        while Double(length * 2) <= samples { length *= 2 }
        return length
    }

    /// A Hann window whose first weight is 0 and whose last is not.
    private static func weights(_ count: Int) -> [Double] {
        (0..<count).map {
            0.5 - 0.5 * PortableMath.sineAndCosine(halfTurns: 2 * Double($0) / Double(count)).cosine
        }
    }

    /// Adds a reading, at a time in nanoseconds.
    package mutating func add(_ value: Double, at time: Int64, followsBreak: Bool = false) {
        guard value.isFinite else { return }
        if followsBreak || times.last.map({ time <= $0 }) == true { endPiece() }
        values.append(value)
        times.append(time)
        guard values.count == length else { return }
        take(values, weights, lasting: Self.seconds(times))
        values.removeFirst(length / 2)
        times.removeFirst(length / 2)
    }

    private static func seconds(_ times: [Int64]) -> Double {
        guard let first = times.first, let last = times.last, times.count > 1 else { return 0 }
        return (Double(last) - Double(first)) / 1e9 * Double(times.count)
            / Double(times.count - 1)
    }

    private mutating func endPiece() {
        if windows == 0, values.count > rest.values.count {
            rest = (values, Self.seconds(times))
        }
        values.removeAll(keepingCapacity: true)
        times.removeAll(keepingCapacity: true)
    }

    /// Adds a window; pads a short one with zeros.
    private mutating func take(_ piece: [Double], _ weights: [Double], lasting: Double) {
        let mean = piece.reduce(0) { $0 + $1 / Double(piece.count) }
        var window = zip(piece, weights).map { ($0 - mean) * $1 }
        window += repeatElement(0, count: length - window.count)
        let energy = weights.reduce(0) { $0 + $1 * $1 }
        let powers = transform.powers(of: window)
        for place in sums.indices { sums[place] += powers[place] / energy }
        seconds += lasting / Double(piece.count)
        windows += 1
    }

    /// The spectrum; `nil` if no piece was long enough.
    package mutating func finish() -> Density? {
        endPiece()
        if windows == 0, rest.values.count >= Self.fewest {
            take(rest.values, Self.weights(rest.values.count), lasting: rest.seconds)
            isPadded = true
        }
        guard windows > 0, seconds > 0 else { return nil }
        let rate = Double(windows) / seconds
        let last = sums.count - 1
        let powers = sums.enumerated().map { place, sum in
            sum / Double(windows) / rate * (place == 0 || place == last ? 1 : 2)
        }
        guard powers.allSatisfy(\.isFinite) else { return nil }
        return Density(
            rateInHertz: rate,
            powers: powers,
            windows: windows,
            secondsOfWindow: isPadded ? rest.seconds : Double(length) / rate
        )
    }
}

extension Periodogram.Density {
    /// The density as points for a panel with two logarithmic axes, without the value at 0 Hz.
    package var points: [SeriesPoint] {
        powers.enumerated().dropFirst().compactMap { place, power in
            guard power > 0, power.isNormal else { return nil }
            let height = Self.logarithm(power)
            return SeriesPoint(
                at: Self.logarithm(Double(place) * spacingInHertz),
                from: height,
                to: height
            )
        }
    }

    /// The frequency with the most power within bounds; `nil` if there is none.
    ///
    /// Ignores frequencies with fewer than two periods in a window: the Hann window spreads the mean that far.
    package func peak(from lower: Double, to upper: Double) -> Double? {
        let least = max(lower, 2 / secondsOfWindow)
        let places = powers.indices.dropFirst().filter {
            let frequency = Double($0) * spacingInHertz
            return frequency >= least && frequency <= upper
        }
        guard let best = places.max(by: { powers[$0] < powers[$1] }), powers[best] > 0 else {
            return nil
        }
        return Double(best) * spacingInHertz
    }

    private static func logarithm(_ number: Double) -> Double {
        PortableMath.naturalLogarithm(number) / 2.302_585_092_994_046
    }
}
