// An accelerometer at rest reads 1 g, whichever side is up. So its offset and the scale of each axis are those that
// bring all rests closest to 1 g (Won and Golnaraghi 2010). No side need lie exactly level.

/// Finds the calibration of an accelerometer from its rests.
public enum AccelerometerCalibration {
    /// The largest residual, in g.
    static let allowedRest = 0.005
    /// No working sensor has a larger offset, in g, or a scale further from 1.
    private static let largestError = 0.1

    /// Finds the calibration that makes each rest 1 g.
    ///
    /// Six rests always fit some calibration; only further rests can reveal a wrong one.
    ///
    /// - Parameter rests: Rests with each of the six sides up, once or better twice.
    /// - Returns: The calibration, and the root mean square residual from 1 g.
    /// - Throws: What is missing or wrong, and what to do.
    public static func fit(
        _ rests: [Rest]
    ) throws(CalibrationFault) -> (calibration: SensorCalibration, restInG: Double) {
        guard rests.count >= 6 else { throw .tooFew(found: rests.count, needed: 6) }
        for direction in Direction.allCases where !rests.contains(where: { $0.side == direction }) {
            throw .missing(direction)
        }
        let readings = rests.map(\.acceleration)
        var offset = SIMD3<Double>.zero
        var scale = SIMD3<Double>(repeating: 1)
        for _ in 0..<100 {
            var equations = LeastSquares(unknowns: 6)
            for reading in readings {
                let value = scale * (reading - offset)
                let length = value.length
                // The derivative of the length by each unknown.
                let byScale = value * (reading - offset) / length
                let byOffset = -value * scale / length
                equations.add(
                    [byOffset.x, byOffset.y, byOffset.z, byScale.x, byScale.y, byScale.z],
                    equals: 1 - length
                )
            }
            guard let change = equations.solve() else { throw .noEllipsoid }
            offset += SIMD3(change[0], change[1], change[2])
            scale += SIMD3(change[3], change[4], change[5])
            if change.allSatisfy({ abs($0) < 1e-14 }) { break }
        }
        let calibration = SensorCalibration(offset: offset, matrix: AxisMatrix(scale: scale))
        let squares = readings.reduce(0.0) { sum, reading in
            let left = calibration.apply(to: reading).length - 1
            return sum + left * left
        }
        let rest = (squares / Double(readings.count)).squareRoot()
        guard rest <= allowedRest else { throw .poorFit(share: rest, allowed: allowedRest) }
        let isPlausible =
            (0..<3).allSatisfy {
                abs(offset[$0]) <= largestError && abs(scale[$0] - 1) <= largestError
            }
        guard isPlausible else { throw .implausible }
        return (calibration, rest)
    }
}
