// Attitudes are computed while a session is recorded and again once it is over. Both follow the same raw sensors, and
// both must take the same for a reading, and the same for a loss: that is decided here.

internal import SampleStream
internal import Timebase

/// What an item of a stream says of a raw sensor.
enum RawNews: Equatable {
    /// The sensors from which all else is computed.
    enum Sensor: Equatable {
        case accelerometer, gyroscope, magnetometer
    }

    /// The sensor read something; as it was stamped, in nanoseconds.
    case reading(Sensor, SIMD3<Double>, stamp: Int64)
    /// Readings of the sensor are missing.
    case gap(Sensor, LossLedger.Entry)

    /// - Parameter item: An item of a stream; a mark, what is computed, and a gap of nothing say nothing of a raw sensor.
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
            // In a file of somebody else's a reading may have no axes. The sum of what are numbers may be none, but
            // then the filter would refuse them too.
            guard item.hasAxes, vector.sum().isFinite else {
                // In the file it is a gap that the source made.
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
            self = .reading(sensor, vector, stamp: item.time.nanoseconds)
        }
    }
}

extension RawNews.Sensor {
    /// The raw sensor of a type; `nil` of a type that is computed, and of none.
    fileprivate init?(_ type: MotionSensorType?) {
        switch type {
        case .accelerometer: self = .accelerometer
        case .gyro: self = .gyroscope
        case .magnetometer: self = .magnetometer
        case .attitude, .gravity, .magneticField, .rotationRate, .userAcceleration, nil: return nil
        }
    }
}
