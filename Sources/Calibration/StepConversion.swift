// A sensor reads whole numbers of steps, and the kernel states the value of a step. The conversion is repeated here
// operation by operation, since undoing a calibration must restore the exact bits.

/// Converts each axis's whole number to a value in Footfall's unit.
public struct StepConversion: Sendable, Hashable {
    /// What the driver adds to each axis's number.
    public var offset: SIMD3<Double>
    /// The value of a step of each axis in the kernel's unit: m/s², rad/s, gauss.
    public var scale: SIMD3<Double>
    public var sensor: MeasuredSensor

    private static let standardGravity = 9.80665
    private static let microteslaInGauss = 100.0

    /// A conversion by the driver's two attributes for each axis.
    public init(offset: SIMD3<Double>, scale: SIMD3<Double>, of sensor: MeasuredSensor) {
        self.offset = offset
        self.scale = scale
        self.sensor = sensor
    }

    /// The value of a number of steps: `(steps + offset) × scale`, then ÷ 9.80665 for g or × 100 for µT.
    public func value(ofSteps steps: SIMD3<Int64>) -> SIMD3<Double> {
        let value = (SIMD3<Double>(steps) + offset) * scale
        switch sensor {
        case .accelerometer: return value / Self.standardGravity
        case .gyro: return value
        case .magnetometer: return value * Self.microteslaInGauss
        }
    }

    /// The number of steps nearest to a value; `nil` if the value is too large for any sensor, or not a number.
    public func steps(nearest value: SIMD3<Double>) -> SIMD3<Int64>? {
        let factor =
            switch sensor {
            case .accelerometer: Self.standardGravity
            case .gyro: 1.0
            case .magnetometer: 1 / Self.microteslaInGauss
            }
        let steps = value * factor / scale - offset
        var whole = SIMD3<Int64>.zero
        for axis in 0..<3 {
            guard let number = Int64(exactly: steps[axis].rounded()) else { return nil }
            whole[axis] = number
        }
        return whole
    }
}
