// The sensors of an inertial unit that can be calibrated, with the names that files and manifests use.

/// A sensor of an inertial unit.
public enum MeasuredSensor: String, Sendable, Hashable, Codable, CaseIterable,
    CodingKeyRepresentable
{
    /// Measures in g.
    case accelerometer
    /// Measures in rad/s.
    case gyro
    /// Measures in µT.
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
