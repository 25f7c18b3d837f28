// What a recorder asks of a source. What it wants in its file and what it needs for computing that are
// two things: a source is asked for both together.

/// What a recorder asks of a source of motion samples.
public struct MotionRequest: Sendable, Hashable {
    /// The types that are to be in the file.
    public var wantedTypes: [MotionSensorType]
    /// Readings a second of each.
    public var rateInHertz: Double
    /// Which device: its name, label, id or URI.
    public var device: String?
    /// Where on the body.
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

    /// The raw types that the source has to give: those wanted, and those that others are computed
    /// from.
    public var types: [MotionSensorType] {
        let needed = Set(wantedTypes.flatMap(\.sources))
        return MotionSensorType.raw.filter(needed.contains)
    }

    /// The wanted types that are computed, unless the source gives them itself; each once.
    public var derivedTypes: [MotionSensorType] {
        MotionSensorType.allCases.filter { $0.isDerived && wantedTypes.contains($0) }
    }
}

extension MotionSensorType {
    /// The raw types that it takes; of a raw type, itself.
    public var sources: [MotionSensorType] {
        switch self {
        case .accelerometer, .gyro, .magnetometer: [self]
        case .attitude, .gravity, .rotationRate, .userAcceleration: [.accelerometer, .gyro]
        case .magneticField: [.accelerometer, .gyro, .magnetometer]
        }
    }
}
