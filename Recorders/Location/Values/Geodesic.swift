// Computes the distance and direction from one position to another on the WGS84 ellipsoid. It uses Vincenty's
// iteration, which does not converge for positions almost opposite each other. For these, it finds the direction by
// bisection and integrates along the line.

internal import Orientation

/// The shortest line between two positions on the ellipsoid.
struct Geodesic: Sendable, Hashable {
    /// In metres.
    let distance: Double
    /// The direction in which it begins, in radians from true north, from 0 to 2π; `nil` if unknown.
    let bearing: Double?

    private static let radius = 6_378_137.0
    private static let flattening = 1 / 298.257223563
    private static let polarRadius = radius * (1 - flattening)

    /// The line from one position to another.
    init(from start: Position, to end: Position) {
        guard start != end else {
            (distance, bearing) = (0, nil)
            return
        }
        let first = ReducedLatitude(start.latitude)
        let second = ReducedLatitude(end.latitude)
        let apart = Self.difference(of: start.longitude, and: end.longitude)
        if let near = Self.iterated(first, second, apart) {
            (distance, bearing) = near
        } else {
            distance = Self.acrossTheWorld(first, second, abs(apart))
            bearing = nil
        }
    }

    /// How far the second longitude is east of the first, in radians from -π to π.
    private static func difference(of first: Double, and second: Double) -> Double {
        var degrees = second - first
        if degrees > 180 { degrees -= 360 }
        if degrees < -180 { degrees += 360 }
        return degrees / 180 * .pi
    }

    // MARK: Vincenty

    private static let mostTurns = 100
    /// The relative change of the longitude at which the iteration ends; it is small enough for near positions, too.
    private static let enough = 1e-13

    private static func iterated(
        _ first: ReducedLatitude,
        _ second: ReducedLatitude,
        _ apart: Double
    ) -> (Double, Double?)? {
        var longitude = apart
        for _ in 0..<mostTurns {
            let (sine, cosine) = PortableMath.sineAndCosine(radians: longitude)
            let east = second.cosine * sine
            let north = first.cosine * second.sine - first.sine * second.cosine * cosine
            let sineOfArc = (east * east + north * north).squareRoot()
            let cosineOfArc = first.sine * second.sine + first.cosine * second.cosine * cosine
            guard sineOfArc > 0 else { return cosineOfArc > 0 ? (0, nil) : nil }
            let arc = PortableMath.arcTangent(y: sineOfArc, x: cosineOfArc)
            let sineAtEquator = first.cosine * second.cosine * sine / sineOfArc
            let square = max(0, 1 - sineAtEquator * sineAtEquator)
            // For a line along the equator the quotient is undefined, but then its factors vanish.
            let middle =
                square > 1e-15 ? cosineOfArc - 2 * first.sine * second.sine / square : 0
            let c = flattening / 16 * square * (4 + flattening * (4 - 3 * square))
            let bend =
                arc + c * sineOfArc * (middle + c * cosineOfArc * (2 * middle * middle - 1))
            let before = longitude
            longitude = apart + (1 - c) * flattening * sineAtEquator * bend
            guard abs(longitude) <= .pi else { return nil }
            guard abs(longitude - before) <= enough * abs(longitude) else { continue }
            let bearing = PortableMath.arcTangent(y: east, x: north)
            return (
                length(arc, sineOfArc, cosineOfArc, middle, square),
                bearing < 0 ? bearing + 2 * .pi : bearing
            )
        }
        return nil
    }

    private static func length(
        _ arc: Double,
        _ sine: Double,
        _ cosine: Double,
        _ middle: Double,
        _ square: Double
    ) -> Double {
        let u = square * (radius * radius - polarRadius * polarRadius) / (polarRadius * polarRadius)
        let a = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)))
        let b = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
        let inner =
            cosine * (2 * middle * middle - 1)
            - b / 6 * middle * (4 * sine * sine - 3) * (4 * middle * middle - 3)
        return polarRadius * a * (arc - b * sine * (middle + b / 4 * inner))
    }

    // MARK: Places that lie almost opposite

    /// The distance between positions for which Vincenty's iteration does not converge.
    private static func acrossTheWorld(
        _ first: ReducedLatitude,
        _ second: ReducedLatitude,
        _ apart: Double
    ) -> Double {
        // Uses the mirror image that begins in the south and further from the equator than it ends.
        let isSwapped = abs(first.sine) < abs(second.sine)
        var (start, end) = isSwapped ? (second, first) : (first, second)
        if start.sine > 0 {
            start.sine = -start.sine
            end.sine = -end.sine
        }
        var (low, high) = (0.0, Double.pi)
        for _ in 0..<100 {
            let direction = (low + high) / 2
            if Course(start, end, direction).longitude >= apart {
                high = direction
            } else {
                low = direction
            }
        }
        return Course(start, end, high).length
    }

    /// A line that begins in a given direction and ends where it reaches a latitude, going north.
    private struct Course {
        let longitude: Double
        let length: Double

        init(_ start: ReducedLatitude, _ end: ReducedLatitude, _ direction: Double) {
            let (sine, cosine) = PortableMath.sineAndCosine(radians: direction)
            let atEquator = sine * start.cosine
            let endCosine = max(
                0,
                cosine * cosine * start.cosine * start.cosine
                    + (end.cosine - start.cosine) * (end.cosine + start.cosine)
            ).squareRoot()
            let arcs = (
                Self.angle(start.sine, cosine * start.cosine), Self.angle(end.sine, endCosine)
            )
            let angles = (
                Self.angle(atEquator * start.sine, cosine * start.cosine),
                Self.angle(atEquator * end.sine, endCosine)
            )
            let secondEccentricity =
                Geodesic.flattening * (2 - Geodesic.flattening)
                / ((1 - Geodesic.flattening) * (1 - Geodesic.flattening))
            let k = secondEccentricity * max(0, 1 - atEquator * atEquator)
            let f = Geodesic.flattening
            var (way, lag) = (0.0, 0.0)
            let width = arcs.1 - arcs.0
            // Simpson's rule: the integrand is nearly constant, and with 400 pieces the error is below a
            // micrometre.
            let pieces = 400
            for index in 0...pieces {
                let at = arcs.0 + width * Double(index) / Double(pieces)
                let height = PortableMath.sineAndCosine(radians: at).sine
                let root = (1 + k * height * height).squareRoot()
                let weight =
                    index == 0 || index == pieces ? 1.0 : index.isMultiple(of: 2) ? 2.0 : 4.0
                way += weight * root
                lag += weight * (2 - f) / (1 + (1 - f) * root)
            }
            let step = width / Double(pieces) / 3
            length = Geodesic.polarRadius * way * step
            longitude = angles.1 - angles.0 - f * atEquator * lag * step
        }

        /// An angle that keeps the sign of zero, which distinguishes south from north on the equator.
        private static func angle(_ y: Double, _ x: Double) -> Double {
            y == 0 && x < 0
                ? (y.sign == .minus ? -.pi : .pi) : PortableMath.arcTangent(y: y, x: x)
        }
    }
}

/// A latitude on the auxiliary sphere, as its sine and cosine.
private struct ReducedLatitude: Sendable, Hashable {
    var sine: Double
    var cosine: Double

    init(_ degrees: Double) {
        let (sine, cosine) = PortableMath.sineAndCosine(halfTurns: degrees / 180)
        let flat = sine * (1 - 1 / 298.257223563)
        let length = (flat * flat + cosine * cosine).squareRoot()
        // At the equator, zero is given the sign of the south.
        self.sine = degrees == 0 ? -0.0 : flat / length
        self.cosine = abs(degrees) == 90 ? 0 : cosine / length
    }
}
