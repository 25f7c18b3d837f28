// Decides what counts as a reading and what as a loss of a raw sensor. Attitudes are computed while a session
// is recorded and again afterwards, and both computations must decide alike, so both use this.

internal import SampleStream
internal import Timebase

/// What an item of a stream means for a raw sensor.
enum RawNews: Equatable {
    /// The sensors from which everything else is computed.
    enum Sensor: Equatable {
        case accelerometer, gyroscope, magnetometer
    }

    /// The sensor read a vector; its timestamp is in nanoseconds.
    case reading(Sensor, SIMD3<Double>, timestamp: Int64)
    /// Readings of the sensor are missing.
    case gap(Sensor, LossLedger.Entry)

    /// - Parameter item: An item of a stream. The result is `nil` for marks, derived types and empty gaps.
    init?(_ item: MotionSample) {
        guard let sensor = Sensor(item.type) else { return nil }
        switch item.role {
        case .mark: return nil
        case .gap(let lost, let reason, let isEstimated):
            guard lost > 0 else { return nil }
            self = .gap(
                sensor,
                LossLedger.Entry(
                    channel: item.channel,
                    reason: reason,
                    firstMissing: item.time,
                    count: lost,
                    isEstimated: isEstimated
                )
            )
        case .reading:
            let vector = SIMD3(item.x, item.y, item.z)
            // A file from another program may contain a reading without axes. (The sum of finite numbers may
            // overflow, but the filter would refuse such numbers too.)
            guard item.hasAxes, vector.sum().isFinite else {
                // An unusable reading counts as one that the source lost.
                self = .gap(
                    sensor,
                    LossLedger.Entry(
                        channel: item.channel,
                        reason: .source,
                        firstMissing: item.time,
                        count: 1
                    )
                )
                return
            }
            self = .reading(sensor, vector, timestamp: item.time.nanoseconds)
        }
    }
}

extension RawNews.Sensor {
    /// The raw sensor of a type; `nil` for a derived type and for an item without a type.
    fileprivate init?(_ type: MotionSensorType?) {
        switch type {
        case .accelerometer: self = .accelerometer
        case .gyro: self = .gyroscope
        case .magnetometer: self = .magnetometer
        case .attitude, .gravity, .magneticField, .rotationRate, .userAcceleration, nil: return nil
        }
    }
}
