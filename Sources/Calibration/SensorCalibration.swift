// Corrects a sensor's readings. A cheap sensor does not read zero at zero, each axis has its own scale, and iron near a
// magnetometer distorts its readings: an offset and a matrix correct all of this.

/// A calibration of a sensor of three axes: true value = matrix · (reading − offset).
public struct SensorCalibration: Sendable, Hashable {
    /// What the sensor reads at zero.
    public var offset: SIMD3<Double>
    /// The matrix for the reading after the offset is subtracted.
    public var matrix: AxisMatrix

    /// A calibration with these parts.
    public init(offset: SIMD3<Double> = .zero, matrix: AxisMatrix = .identity) {
        self.offset = offset
        self.matrix = matrix
    }

    /// The true value of a reading.
    @inlinable
    public func apply(to reading: SIMD3<Double>) -> SIMD3<Double> {
        matrix * (reading - offset)
    }

    /// Undoes the calibration, subject to rounding errors.
    ///
    /// `RawReadings` removes those if the sensor's step is known.
    ///
    /// - Parameter value: A result of `apply`.
    /// - Returns: The reading; `nil` if the matrix has no inverse.
    public func reading(of value: SIMD3<Double>) -> SIMD3<Double>? {
        matrix.inverse.map { $0 * value + offset }
    }

    /// True if its numbers are plausible, and undoing it is accurate to less than a sensor's step.
    public var isUsable: Bool {
        guard let inverse = matrix.inverse else { return false }
        let rows = [
            matrix.first, matrix.second, matrix.third, inverse.first, inverse.second, inverse.third,
        ]
        // If the matrix and its inverse are both small, rounding errors grow by some thousand times at most.
        return offset.length < 1e6 && rows.allSatisfy { $0.length < 100 }
    }
}
