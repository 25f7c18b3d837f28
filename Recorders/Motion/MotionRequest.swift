// What a recorder requests from a source. It distinguishes the types for the file from those needed only for
// computing; the source must deliver both.

/// A recorder's request to a source of motion samples.
public struct MotionRequest: Sendable, Hashable {
    /// The types that the file is to contain.
    public var wantedTypes: [MotionSensorType]
    /// Readings a second of each type.
    public var rateInHertz: Double
    /// The device: its name, label, id or URI.
    public var device: String?
    /// Where on the body the device is.
    public var placement: String?
    /// How the device is mounted on the body.
    public var mountMatrix: MountMatrix

    public init(
        types: [MotionSensorType],
        rateInHertz: Double,
        device: String? = nil,
        placement: String? = nil,
        mountMatrix: MountMatrix = .identity
    ) {
        wantedTypes = types
        self.rateInHertz = rateInHertz
        self.device = device
        self.placement = placement
        self.mountMatrix = mountMatrix
    }

    /// The raw types that the source must deliver: those wanted, and those from which others are computed.
    public var types: [MotionSensorType] {
        let needed = Set(wantedTypes.flatMap(\.sources))
        return MotionSensorType.raw.filter(needed.contains)
    }

    /// The wanted types that are computed unless the source delivers them itself; each once.
    public var derivedTypes: [MotionSensorType] {
        MotionSensorType.allCases.filter { $0.isDerived && wantedTypes.contains($0) }
    }
}

extension MotionSensorType {
    /// The raw types from which this type is computed; for a raw type, itself.
    public var sources: [MotionSensorType] {
        switch self {
        case .accelerometer, .gyro, .magnetometer: [self]
        case .attitude, .gravity, .rotationRate, .userAcceleration: [.accelerometer, .gyro]
        case .magneticField: [.accelerometer, .gyro, .magnetometer]
        }
    }
}
