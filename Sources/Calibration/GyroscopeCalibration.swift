// A gyroscope that lies still turns by nothing: what it reads is its offset.

/// Finds the calibration of a gyroscope from how it lay.
public enum GyroscopeCalibration {
    /// No gyroscope that works reads more than 10 °/s at rest.
    private static let largestOffset = 10 * (Double.pi / 180)

    /// The calibration that makes each rest a turning of nothing.
    ///
    /// - Parameter rests: One is enough; the longer they are, the better.
    /// - Returns: The calibration.
    /// - Throws: When there is no rest with a gyroscope, or the gyroscope turned.
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
