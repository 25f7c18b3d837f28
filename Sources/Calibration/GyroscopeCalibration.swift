// A gyroscope that lies still turns by nothing: what it reads is its offset.

/// Finds the calibration of a gyroscope from how it lay.
public enum GyroscopeCalibration {
    /// The calibration that makes each rest a turning of nothing.
    ///
    /// - Parameter rests: One is enough; the longer they are, the better.
    /// - Returns: The calibration.
    /// - Throws: When there is no rest with a gyroscope.
    public static func fit(_ rests: [Rest]) throws(CalibrationFault) -> SensorCalibration {
        var sum = SIMD3<Double>.zero
        var seconds = 0.0
        for rest in rests {
            guard let rotation = rest.rotation else { continue }
            sum += rotation * rest.seconds
            seconds += rest.seconds
        }
        guard seconds > 0 else { throw .tooFew(found: 0, needed: 1) }
        return SensorCalibration(offset: sum / seconds)
    }
}
