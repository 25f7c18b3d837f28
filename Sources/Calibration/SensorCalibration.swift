// What makes true values of a sensor's readings. A cheap sensor reads something where there is nothing, each axis has
// its own scale, and iron beside a magnetometer bends what it reads: all of it is an offset and a matrix.

/// A calibration of a sensor of three axes: true value = matrix · (reading − offset).
public struct SensorCalibration: Sendable, Hashable {
    /// What the sensor reads where there is nothing.
    public var offset: SIMD3<Double>
    /// What the rest of a reading is multiplied by.
    public var matrix: AxisMatrix

    /// A calibration of its two parts.
    public init(offset: SIMD3<Double> = .zero, matrix: AxisMatrix = .identity) {
        self.offset = offset
        self.matrix = matrix
    }

    /// The true value of a reading.
    @inlinable
    public func apply(to reading: SIMD3<Double>) -> SIMD3<Double> {
        matrix * (reading - offset)
    }

    /// The reading that a calibrated value was made of, but for what rounding has changed.
    ///
    /// `RawReadings` puts that right, where the sensor's steps are known.
    ///
    /// - Parameter value: What `apply` answered.
    /// - Returns: The reading; `nil` where the matrix has no inverse.
    public func reading(of value: SIMD3<Double>) -> SIMD3<Double>? {
        matrix.inverse.map { $0 * value + offset }
    }

    /// Whether it can be undone to less than a sensor's step, and has no number that no sensor has.
    public var isUsable: Bool {
        guard let inverse = matrix.inverse else { return false }
        let rows = [
            matrix.first, matrix.second, matrix.third, inverse.first, inverse.second, inverse.third,
        ]
        // A matrix and its inverse that are both small leave no more of rounding than some thousand times its own.
        return offset.length < 1e6 && rows.allSatisfy { $0.length < 100 }
    }
}
