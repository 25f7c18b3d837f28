// One reading on its way from a sensor to a file: 64 bytes, one cache line, no reference.

public import SampleStream
public import Timebase

/// A reading of a motion sensor, a gap or a mark.
@frozen
public struct MotionSample: MarkedSample {
    public var time: BootInstant
    public var x: Double
    public var y: Double
    public var z: Double
    /// The fourth component of a quaternion.
    public var w: Double
    /// Heading in degrees from magnetic north.
    public var heading: Double
    public var role: StreamRole
    @usableFromInline var channelNumber: UInt8
    @usableFromInline var presence: UInt8
    @usableFromInline var coordinate: UInt8
    /// How much the sensor trusts the reading, from -1 to 2.
    @usableFromInline var accuracy: Int8

    /// A reading of three axes.
    @inlinable
    public init(_ type: MotionSensorType, at time: BootInstant, x: Double, y: Double, z: Double) {
        self.init(channel: type.channel, at: time, x: x, y: y, z: z)
    }

    /// A reading of three axes, if the caller already knows the channel.
    @inlinable
    public init(channel: Int, at time: BootInstant, x: Double, y: Double, z: Double) {
        self.time = time
        self.x = x
        self.y = y
        self.z = z
        w = 0
        heading = 0
        role = .reading
        channelNumber = UInt8(truncatingIfNeeded: channel)
        presence = Presence.axes
        coordinate = 0
        accuracy = 0
    }

    @usableFromInline
    enum Presence {
        @usableFromInline static let axes: UInt8 = 1
        @usableFromInline static let w: UInt8 = 2
        @usableFromInline static let heading: UInt8 = 4
        @usableFromInline static let accuracy: UInt8 = 8
    }
}

// MARK: - The stream

extension MotionSample {
    @inlinable public var channel: Int { Int(channelNumber) }

    public static func gap(
        channel: Int,
        at time: BootInstant,
        lost: Int64,
        reason: GapReason,
        isEstimated: Bool
    ) -> MotionSample {
        var sample = MotionSample(channel: channel, at: time, x: 0, y: 0, z: 0)
        sample.role = .gap(lost: lost, reason: reason, isEstimated: isEstimated)
        sample.presence = 0
        return sample
    }

    /// The recorded mark with this number in the source's table.
    public static func mark(_ number: Int, at time: BootInstant) -> MotionSample {
        var sample = MotionSample(channel: 0, at: time, x: 0, y: 0, z: 0)
        sample.role = .mark(number)
        sample.presence = 0
        return sample
    }
}

// MARK: - What not every reading has

extension MotionSample {
    /// The type of the reading.
    public var type: MotionSensorType? { MotionSensorType(channel: channel) }

    /// Whether x, y and z are present.
    public var hasAxes: Bool {
        get { presence & Presence.axes != 0 }
        set { set(Presence.axes, newValue) }
    }

    /// Whether the fourth component is present.
    public var hasW: Bool {
        get { presence & Presence.w != 0 }
        set { set(Presence.w, newValue) }
    }

    /// Whether the heading is present.
    public var hasHeading: Bool {
        get { presence & Presence.heading != 0 }
        set { set(Presence.heading, newValue) }
    }

    /// How much the sensor trusts the reading; `nil` if the sensor does not state it.
    public var eventAccuracy: Int? {
        get { presence & Presence.accuracy != 0 ? Int(accuracy) : nil }
        set {
            accuracy = Int8(clamping: newValue ?? 0)
            set(Presence.accuracy, newValue != nil)
        }
    }

    /// The frame of a derived reading.
    public var referenceCoordinate: ReferenceCoordinate? {
        get {
            switch coordinate {
            case 1: .zUp
            case 2: .northWestUp
            default: nil
            }
        }
        set {
            switch newValue {
            case .zUp: coordinate = 1
            case .northWestUp: coordinate = 2
            case nil: coordinate = 0
            }
        }
    }

    private mutating func set(_ bit: UInt8, _ isPresent: Bool) {
        if isPresent { presence |= bit } else { presence &= ~bit }
    }
}
