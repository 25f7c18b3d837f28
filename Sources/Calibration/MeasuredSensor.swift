// Which sensors of an inertial unit can be calibrated, by the words that files and manifests have for them.

/// A sensor of an inertial unit.
public enum MeasuredSensor: String, Sendable, Hashable, Codable, CaseIterable,
    CodingKeyRepresentable
{
    /// It reads g.
    case accelerometer
    /// It reads rad/s.
    case gyro
    /// It reads µT.
    case magnetometer

    /// The unit of its values.
    public var unit: String {
        switch self {
        case .accelerometer: "g"
        case .gyro: "rad/s"
        case .magnetometer: "µT"
        }
    }
}
