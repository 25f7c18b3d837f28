// However a magnetometer is turned in the Earth's field, its readings should lie on a sphere about zero. Iron that
// turns with the sensor shifts the sphere (hard iron) and makes it an ellipsoid (soft iron); the calibration turns it
// back into a sphere. An ellipsoid is first fitted to all readings by least squares, and then refined with the true
// distances.

/// Finds the calibration of a magnetometer from readings in many directions.
public enum MagnetometerCalibration {
    /// The largest residual, as a share of the field's strength.
    static let allowedRest = 0.05
    /// The least number of readings.
    private static let needed = 60
    /// A reading further from the sphere than this multiple of the root mean square residual is an outlier.
    private static let outlying = 4.0
    /// The accepted strengths in µT: the Earth's field has 22 to 67.
    private static let strengths = 10.0...150.0

    /// Finds the calibration that maps the readings to a sphere.
    ///
    /// - Parameters:
    ///   - readings: In µT, with the sensor turned about each of its axes, away from iron and motors.
    ///   - strength: The strength of the Earth's field there, in µT; if `nil`, the one that keeps the ellipsoid's
    ///     volume.
    /// - Returns: The calibration, the strength, and the root mean square residual as a share of it.
    /// - Throws: What is missing or wrong, and what to do.
    public static func fit(
        _ readings: [SIMD3<Double>],
        strength: Double? = nil
    ) throws(CalibrationFault) -> (
        calibration: SensorCalibration, strength: Double, restShare: Double
    ) {
        if let strength, !strengths.contains(strength) { throw .strength(strength) }
        var readings = readings.filter { $0.length < 1e5 }
        guard readings.count >= needed else { throw .tooFew(found: readings.count, needed: needed) }
        var found = refine(try ellipsoid(readings), readings)
        let limit = outlying * restShare(of: found, readings)
        let inlying = readings.filter { abs(found.apply(to: $0).length - 1) <= limit }
        // Up to a fiftieth of the readings are dropped as outliers; if there are more, all readings are kept, and the
        // residual decides.
        if inlying.count < readings.count, inlying.count * 50 >= readings.count * 49 {
            readings = inlying
            found = refine(found, readings)
        }
        for direction in Direction.allCases {
            let isSeen = readings.contains {
                let field = found.apply(to: $0)
                return field[direction.axis] * direction.sign > 0.7 * field.length
            }
            guard isSeen else { throw .missing(direction) }
        }
        let rest = restShare(of: found, readings)
        guard rest <= allowedRest else { throw .poorFit(share: rest, allowed: allowedRest) }
        let volume = found.matrix.symmetricEigen.values
        let natural = 1 / cubeRoot(volume.x * volume.y * volume.z)
        let scale = strength ?? natural
        let matrix = AxisMatrix(
            found.matrix.first * scale,
            found.matrix.second * scale,
            found.matrix.third * scale
        )
        let calibration = SensorCalibration(offset: found.offset, matrix: matrix)
        guard calibration.isUsable else { throw .implausible }
        return (calibration, scale, rest)
    }

    /// The root mean square residual of a calibration to a sphere of radius 1.
    private static func restShare(
        of calibration: SensorCalibration,
        _ readings: [SIMD3<Double>]
    ) -> Double {
        let squares = readings.reduce(0.0) { sum, reading in
            let left = calibration.apply(to: reading).length - 1
            return sum + left * left
        }
        return (squares / Double(readings.count)).squareRoot()
    }

    /// The least-squares ellipsoid, as the calibration that maps it to a sphere of radius 1.
    private static func ellipsoid(
        _ readings: [SIMD3<Double>]
    ) throws(CalibrationFault) -> SensorCalibration {
        // Centred and scaled, so that sums of fourth powers stay small.
        let middle = readings.reduce(.zero, +) / Double(readings.count)
        let size = readings.reduce(0.0) { max($0, ($1 - middle).length) }
        guard size > 0 else { throw .noEllipsoid }
        var equations = LeastSquares(unknowns: 9)
        for reading in readings {
            let p = (reading - middle) / size
            equations.add(
                [
                    p.x * p.x, p.y * p.y, p.z * p.z, 2 * p.x * p.y, 2 * p.x * p.z, 2 * p.y * p.z,
                    2 * p.x, 2 * p.y, 2 * p.z,
                ],
                equals: 1
            )
        }
        guard let form = equations.solve() else { throw .noEllipsoid }
        let quadratic = AxisMatrix(
            SIMD3(form[0], form[3], form[4]),
            SIMD3(form[3], form[1], form[5]),
            SIMD3(form[4], form[5], form[2])
        )
        guard let inverse = quadratic.inverse else { throw .noEllipsoid }
        let linear = SIMD3(form[6], form[7], form[8])
        let center = -(inverse * linear)
        let level = 1 + (center * (quadratic * center)).sum()
        let eigen = quadratic.symmetricEigen
        let squares = eigen.values / (level * size * size)
        guard squares.min() > 0, squares.max().isFinite else { throw .noEllipsoid }
        return SensorCalibration(
            offset: middle + center * size,
            matrix: AxisMatrix(eigenvalues: squares.squareRoot(), vectors: eigen.vectors)
        )
    }

    /// Refines the ellipsoid until the readings' distances from it are least.
    private static func refine(
        _ start: SensorCalibration,
        _ readings: [SIMD3<Double>]
    ) -> SensorCalibration {
        var best = start
        for _ in 0..<20 {
            var equations = LeastSquares(unknowns: 9)
            for reading in readings {
                let from = reading - best.offset
                let value = best.matrix * from
                let length = value.length
                guard length > 0 else { continue }
                let toward = value / length
                // The matrix is symmetric.
                let byOffset = -(best.matrix * toward)
                equations.add(
                    [
                        toward.x * from.x, toward.y * from.y, toward.z * from.z,
                        toward.x * from.y + toward.y * from.x,
                        toward.x * from.z + toward.z * from.x,
                        toward.y * from.z + toward.z * from.y,
                        byOffset.x, byOffset.y, byOffset.z,
                    ],
                    equals: 1 - length
                )
            }
            guard let change = equations.solve() else { return best }
            var next = best
            next.matrix = AxisMatrix(
                best.matrix.first + SIMD3(change[0], change[3], change[4]),
                best.matrix.second + SIMD3(change[3], change[1], change[5]),
                best.matrix.third + SIMD3(change[4], change[5], change[2])
            )
            next.offset += SIMD3(change[6], change[7], change[8])
            guard next.matrix.symmetricEigen.values.min() > 0 else { return best }
            best = next
            if change.allSatisfy({ abs($0) < 1e-14 }) { break }
        }
        return best
    }

    private static func cubeRoot(_ value: Double) -> Double {
        guard value > 0 else { return 0 }
        // A third of the exponent is a good enough start for Newton's method.
        var root = Double(sign: .plus, exponent: value.exponent / 3, significand: 1)
        for _ in 0..<60 { root = (2 * root + value / (root * root)) / 3 }
        return root
    }
}
