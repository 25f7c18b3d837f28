// Measures how a person stands, by the measures of Prieto and others (IEEE Transactions on Biomedical Engineering 43,
// 1996). They were made for the centre of pressure and are used for accelerations as well (Mancini and others, Journal
// of NeuroEngineering and Rehabilitation 9, 2012).

/// The sway of points about their mean, in their unit u.
///
/// For a low-back sensor the points are horizontal accelerations, and u is m/s²; for a force plate they are centres of
/// pressure, and u is mm. No measure depends on the direction of the axes.
public struct Sway: Sendable, Hashable {
    /// The root mean square distance from the mean, in u.
    public var rootMeanSquare: Double
    /// The mean distance from the mean, in u.
    public var meanDistance: Double
    /// The length of the path from point to point, in u.
    public var path: Double
    /// The path divided by the time, in u/s.
    public var meanVelocity: Double
    /// The area of the ellipse that holds 95 % of the points, in u².
    public var ellipseArea: Double
    /// The frequency of circling at the mean distance with the mean velocity, in Hz.
    public var meanFrequency: Double
    /// The frequency below which half of the power from 0.15 to 5 Hz lies, over both axes, in Hz.
    public var medianFrequency: Double
    /// The frequency below which 95 % of that power lies, in Hz.
    public var frequency95: Double
    /// The centroidal frequency: the square root of the second moment of that power divided by the power, in Hz.
    public var centroidalFrequency: Double
    /// How widely the power is spread over frequencies: 0 for a single one, at most 1.
    public var frequencyDispersion: Double

    /// The shortest time for all measures: three waves of the lowest frequency.
    public static let shortestInSeconds = 20.0
    /// Twice the highest frequency used, in hertz.
    private static let lowestRate = 10.0
    /// Fisher's F for 95 % with 2 and very many degrees of freedom, as Prieto uses it.
    private static let fisher95 = 3.0

    /// Computes the sway of evenly spaced points.
    ///
    /// - Parameters:
    ///   - points: Positions along two perpendicular axes, in any unit.
    ///   - rate: The number of points a second.
    /// - Returns: The sway; absent below twenty seconds or ten points a second, or without movement.
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

    /// `nil` if there is no movement.
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
