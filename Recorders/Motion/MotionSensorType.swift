// What a motion recorder can record, with SageResearch's names and units.

/// A kind of motion reading.
public enum MotionSensorType: String, Sendable, Hashable, CaseIterable, Codable {
    /// Acceleration as measured, gravity included: g; at rest it points up.
    case accelerometer
    /// Angular rate as measured: rad/s.
    case gyro
    /// Magnetic field as measured: µT.
    case magnetometer
    /// Orientation: a unit quaternion.
    case attitude
    /// The part of the acceleration that is gravity: g; it points up, as the accelerometer does.
    case gravity
    /// The magnetometer's reading at the gyroscope's instants, including the device's own field: µT.
    case magneticField
    /// Angular rate without the sensor's bias: rad/s.
    case rotationRate
    /// Acceleration without gravity: g.
    case userAcceleration

    /// The types that sensors measure directly.
    public static let raw: [MotionSensorType] = [.accelerometer, .gyro, .magnetometer]

    /// True if it is computed from other types.
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

    /// What the reader of a file must know about its values, in one sentence.
    public var meaning: String {
        switch self {
        case .accelerometer:
            "g, as measured: at rest it points up, +1 on the axis that looks to the sky; "
                + "CoreMotion, on phones, has the opposite sign"
        case .gyro: "rad/s, as measured, right-handed about the sensor's axes"
        case .magnetometer: "µT, as measured, in the sensor's axes"
        case .attitude:
            "unit quaternion x, y, z, w that turns a vector of the sensor's axes into the frame of "
                + "referenceCoordinate; heading, if a magnetometer was used, is in degrees "
                + "clockwise from magnetic north"
        case .gravity:
            "g: the part of the accelerometer's reading that is gravity, in the sensor's axes; it "
                + "points up, and CoreMotion, on phones, has the opposite sign"
        case .magneticField:
            "µT: the magnetometer's reading at the gyroscope's instants, not freed from the "
                + "device's own field; eventAccuracy is 1 where it is as steady as the Earth's, else 0"
        case .rotationRate: "rad/s: the gyroscope's reading without its bias, in the sensor's axes"
        case .userAcceleration:
            "g: the accelerometer's reading without gravity, in the sensor's axes and with the "
                + "accelerometer's sign, which is opposite to CoreMotion's"
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

    /// The type of a channel; `nil` if no type has this channel.
    public init?(channel: Int) {
        guard let type = Self.allCases.first(where: { $0.channel == channel }) else { return nil }
        self = type
    }
}

/// The frame in which derived readings are given.
public enum ReferenceCoordinate: String, Sendable, Hashable, CaseIterable, Codable {
    /// Z points up; the direction of X is arbitrary.
    case zUp = "Z-Up"
    /// X points to magnetic north, Y west, Z up.
    case northWestUp = "North-West-Up"
}
