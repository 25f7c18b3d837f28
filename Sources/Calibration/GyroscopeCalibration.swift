// A gyroscope at rest does not rotate, so what it reads is its offset.

/// Finds the calibration of a gyroscope from its rests.
public enum GyroscopeCalibration {
    /// No working gyroscope reads more than 10 °/s at rest.
    private static let largestOffset = 10 * (Double.pi / 180)

    /// Finds the calibration that makes the rotation zero in each rest.
    ///
    /// - Parameter rests: One is enough; longer rests give a better result.
    /// - Returns: The calibration.
    /// - Throws: When no rest has gyroscope readings, or the gyroscope rotated.
    public static func fit(_ rests: [Rest]) throws(CalibrationFault) -> SensorCalibration {
        var sum = SIMD3<Double>.zero
        var seconds = 0.0
        for rest in rests {
            guard let rotation = rest.rotation else { continue }
            sum += rotation * rest.seconds
            seconds += rest.seconds
        }
        guard seconds > 0 else { throw .tooFew(found: 0, needed: 1) }
        guard (sum / seconds).length <= largestOffset else { throw .implausible }
        return SensorCalibration(offset: sum / seconds)
    }
}
