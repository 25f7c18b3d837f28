// What a motion recorder can record, by the field's names, with the field's units.

/// A kind of motion reading.
public enum MotionSensorType: String, Sendable, Hashable, CaseIterable, Codable {
    /// Acceleration as measured, gravity included: g.
    case accelerometer
    /// Angular rate as measured: rad/s.
    case gyro
    /// Magnetic field as measured: µT.
    case magnetometer
    /// Orientation: a unit quaternion.
    case attitude
    /// The direction of gravity: g.
    case gravity
    /// Magnetic field without the device's own: µT.
    case magneticField
    /// Angular rate without the sensor's bias: rad/s.
    case rotationRate
    /// Acceleration without gravity: g.
    case userAcceleration

    /// The types that a sensor gives by itself.
    public static let raw: [MotionSensorType] = [.accelerometer, .gyro, .magnetometer]

    /// Whether it has to be computed from others.
    public var isDerived: Bool { !Self.raw.contains(self) }

    /// The unit of its values.
    public var unit: String {
        switch self {
        case .accelerometer, .gravity, .userAcceleration: "g"
        case .gyro, .rotationRate: "rad/s"
        case .magnetometer, .magneticField: "µT"
        case .attitude: "1"
        }
    }

    /// Its channel in a stream of motion samples.
    public var channel: Int {
        switch self {
        case .accelerometer: 0
        case .gyro: 1
        case .magnetometer: 2
        case .attitude: 3
        case .gravity: 4
        case .magneticField: 5
        case .rotationRate: 6
        case .userAcceleration: 7
        }
    }

    /// The type with a channel.
    public init?(channel: Int) {
        guard let type = Self.allCases.first(where: { $0.channel == channel }) else { return nil }
        self = type
    }
}

/// The frame that derived readings are given in.
public enum ReferenceCoordinate: String, Sendable, Hashable, CaseIterable, Codable {
    /// Z up, X anywhere.
    case zUp = "Z-Up"
    /// X to magnetic north, Y west, Z up.
    case northWestUp = "North-West-Up"
}
