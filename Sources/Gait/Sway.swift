// How somebody stands: the measures of Prieto and others (IEEE Transactions on Biomedical Engineering 43,
// 1996), which were made for the centre of pressure and are used for accelerations as well (Mancini and
// others, Journal of NeuroEngineering and Rehabilitation 9, 2012).

/// How points sway about their mean, in whatever unit u they are.
///
/// Of a low-back sensor they are horizontal accelerations, and u is m/s²; of a force plate they are centres
/// of pressure, and u is mm. No measure depends on which way the axes point.
public struct Sway: Sendable, Hashable {
    /// The root of the mean squared distance from the mean, in u.
    public var rootMeanSquare: Double
    /// The mean distance from the mean, in u.
    public var meanDistance: Double
    /// The length of the way from point to point, in u.
    public var path: Double
    /// That length by the time, in u/s.
    public var meanVelocity: Double
    /// The area of the ellipse that holds 95 % of the points, in u².
    public var ellipseArea: Double
    /// How often a second a circle of the mean distance would be gone round at the mean velocity.
    public var meanFrequency: Double
    /// Below it is half of the power from 0.15 to 5 Hz, of both axes, in Hz.
    public var medianFrequency: Double
    /// Below it is 95 % of that power, in Hz.
    public var frequency95: Double
    /// The centroidal frequency: the root of that power's second moment by the power, in Hz.
    public var centroidalFrequency: Double
    /// How far the power spreads over frequencies: 0 for a single one, 1 at most.
    public var frequencyDispersion: Double

    /// The shortest time that has all measures: three waves of the lowest frequency.
    public static let shortestInSeconds = 20.0
    /// Twice the highest frequency, in hertz.
    private static let lowestRate = 10.0
    /// Fisher's F for 95 % with 2 and very many degrees of freedom, as Prieto takes it.
    private static let fisher95 = 3.0

    /// The sway of even points.
    ///
    /// - Parameters:
    ///   - points: Where it was, along two axes at a right angle, in any unit.
    ///   - rate: How many there are a second.
    /// - Returns: The sway; none for less than twenty seconds or ten a second, or where nothing moves.
    public static func of(
        points: [SIMD2<Double>],
        rateInHertz rate: Double
    ) -> Measured<Sway> {
        let seconds = Double(points.count) / rate
        guard rate >= lowestRate else {
            return .absent(.rateTooLow(hertz: rate, needed: lowestRate))
        }
        guard seconds >= shortestInSeconds else {
            return .absent(.tooShort(seconds: seconds, needed: shortestInSeconds))
        }
        let mean = points.reduce(.zero, +) / Double(points.count)
        let off = points.map { $0 - mean }
        guard let sway = Sway(off, seconds: seconds, rate: rate) else { return .absent(.stillness) }
        return .figure(sway, by: .sway, .good)
    }

    /// `nil` where nothing moves.
    private init?(_ points: [SIMD2<Double>], seconds: Double, rate: Double) {
        let count = Double(points.count)
        let squares = points.reduce(.zero) { $0 + $1 * $1 } / count
        let product = points.reduce(0) { $0 + $1.x * $1.y } / count
        rootMeanSquare = (squares.x + squares.y).squareRoot()
        meanDistance = points.reduce(0) { $0 + Self.length($1) } / count
        path = zip(points, points.dropFirst()).reduce(0) { $0 + Self.length($1.1 - $1.0) }
        meanVelocity = path / seconds
        let determinant = squares.x * squares.y - product * product
        ellipseArea = 2 * .pi * Self.fisher95 * max(0, determinant).squareRoot()
        guard meanDistance > 0 else { return nil }
        meanFrequency = meanVelocity / (2 * .pi * meanDistance)

        let spectra = [
            Spectrum(points.map(\.x), rateInHertz: rate),
            Spectrum(points.map(\.y), rateInHertz: rate),
        ]
        let powers = spectra[0].waves(from: 0.15, below: 5.0).map { waves in
            (
                frequency: spectra[0].frequency(ofWaves: waves),
                power: spectra.reduce(0) { $0 + $1.power(ofWaves: waves) }
            )
        }
        func moment(_ weight: (Double) -> Double) -> Double {
            powers.reduce(0) { $0 + weight($1.frequency) * $1.power }
        }
        let (whole, first) = (moment { _ in 1 }, moment { $0 })
        let second = moment { $0 * $0 }
        guard whole > 0 else { return nil }
        func frequency(below share: Double) -> Double {
            var sum = 0.0
            for (frequency, power) in powers {
                sum += power
                if sum >= share * whole { return frequency }
            }
            return powers.last?.frequency ?? 0
        }
        medianFrequency = frequency(below: 0.5)
        frequency95 = frequency(below: 0.95)
        centroidalFrequency = (second / whole).squareRoot()
        frequencyDispersion = max(0, 1 - first * first / (whole * second)).squareRoot()
    }

    private static func length(_ vector: SIMD2<Double>) -> Double {
        (vector.x * vector.x + vector.y * vector.y).squareRoot()
    }
}
