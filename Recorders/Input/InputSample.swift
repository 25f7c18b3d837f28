// One input event on its way from a device to a file: 64 bytes, one cache line, without references. A key is stored
// only as its index in the list of keys that may be named, and not as its code. So a key that is not on the list
// cannot get into a file.

public import SampleStream
public import Timebase

/// An input event, a gap or a mark.
@frozen
public struct InputSample: MarkedSample {
    public var time: BootInstant
    /// The position of a contact, the movement of a pointer, or an axis of a sensor.
    public var x: Double
    public var y: Double
    public var z: Double
    /// The count of a gap, the number of a mark, or the bits of a touch's height in millimetres.
    private var extra: Int64
    /// The width and height of a contact, in the device's units.
    public var width: Float
    public var height: Float
    public var pressure: Float
    /// For a key 1 pressed, 0 released, 2 repeated by the kernel; for a switch its state.
    public var value: Int32
    /// The index in the list of names; see `name`.
    private var nameNumber: UInt16
    /// The number of the finger, from 0.
    public var index: UInt16
    private var phaseNumber: UInt8
    private var role8: UInt8
    private var channelNumber: UInt8
    private var presence: UInt8

    /// An event of a channel.
    public init(_ channel: InputChannel, at time: BootInstant) {
        self.time = time
        (x, y, z, extra) = (0, 0, 0, 0)
        (width, height, pressure, value) = (0, 0, 0, 0)
        (nameNumber, index) = (.max, 0)
        (phaseNumber, role8, presence) = (0, Role.reading, 0)
        channelNumber = UInt8(channel.rawValue)
    }

    private enum Role {
        static let reading: UInt8 = 0
        static let mark: UInt8 = 1
        /// A gap; the byte of its reason is added to this.
        static let gap: UInt8 = 2
        static let estimatedGap: UInt8 = 64
    }

    private enum Presence {
        static let position: UInt8 = 1
        static let size: UInt8 = 2
        static let pressure: UInt8 = 4
        static let value: UInt8 = 8
        static let phase: UInt8 = 16
        static let depth: UInt8 = 32
        static let millimetres: UInt8 = 64
        static let estimated: UInt8 = 128
    }
}

// MARK: - The stream

extension InputSample {
    public var channel: Int { Int(channelNumber) }

    public var role: StreamRole {
        switch role8 {
        case Role.reading: .reading
        case Role.mark: .mark(Int(extra))
        case let gap:
            .gap(
                lost: extra,
                reason: GapReason(place: gap % Role.estimatedGap &- Role.gap),
                isEstimated: gap >= Role.estimatedGap
            )
        }
    }

    public static func gap(
        channel: Int,
        at time: BootInstant,
        lost: Int64,
        reason: GapReason,
        isEstimated: Bool
    ) -> InputSample {
        var sample = InputSample(InputChannel(rawValue: channel) ?? .key, at: time)
        sample.role8 = Role.gap + reason.place + (isEstimated ? Role.estimatedGap : 0)
        sample.extra = lost
        return sample
    }

    /// The recorded mark with this number in the source's table.
    public static func mark(_ number: Int, at time: BootInstant) -> InputSample {
        var sample = InputSample(.key, at: time)
        sample.role8 = Role.mark
        sample.extra = Int64(number)
        return sample
    }
}

// MARK: - What not every event has

extension InputSample {
    /// The index of its name among the keys that may be named; `nil` for any other key.
    public var name: Int? {
        get { nameNumber == .max ? nil : Int(nameNumber) }
        set { nameNumber = newValue.flatMap { UInt16(exactly: $0) } ?? .max }
    }

    /// What the contact does.
    public var phase: TouchPhase? {
        get { presence & Presence.phase == 0 ? nil : TouchPhase(rawValue: Int(phaseNumber)) }
        set {
            phaseNumber = UInt8(newValue?.rawValue ?? 0)
            set(Presence.phase, newValue != nil)
        }
    }

    /// Whether the event has `x` and `y`.
    public var hasPosition: Bool {
        get { presence & Presence.position != 0 }
        set { set(Presence.position, newValue) }
    }

    /// Whether the event has `z`, too.
    public var hasDepth: Bool {
        get { presence & Presence.depth != 0 }
        set { set(Presence.depth, newValue) }
    }

    /// Whether the event has `width` and `height`.
    public var hasSize: Bool {
        get { presence & Presence.size != 0 }
        set { set(Presence.size, newValue) }
    }

    /// Whether the event has `pressure`.
    public var hasPressure: Bool {
        get { presence & Presence.pressure != 0 }
        set { set(Presence.pressure, newValue) }
    }

    /// Whether the event has `value`.
    public var hasValue: Bool {
        get { presence & Presence.value != 0 }
        set { set(Presence.value, newValue) }
    }

    /// The position of a contact in millimetres, if the device reports its resolution.
    ///
    /// It uses the space of the depth, which a touch does not have.
    public var millimetres: (x: Double, y: Double)? {
        get {
            guard presence & Presence.millimetres != 0 else { return nil }
            return (z, Double(bitPattern: UInt64(bitPattern: extra)))
        }
        set {
            set(Presence.millimetres, newValue != nil)
            if let newValue {
                z = newValue.x
                extra = Int64(bitPattern: newValue.y.bitPattern)
            }
        }
    }

    /// Whether the state was read at the start or after a gap, instead of observed, so that its beginning is unknown.
    public var isEstimated: Bool {
        get { presence & Presence.estimated != 0 }
        set { set(Presence.estimated, newValue) }
    }

    private mutating func set(_ bit: UInt8, _ isPresent: Bool) {
        if isPresent { presence |= bit } else { presence &= ~bit }
    }
}

/// What a contact does, with SageResearch's numbers.
public enum TouchPhase: Int, Sendable, Hashable, CaseIterable, Codable {
    case began, moved, stationary, ended, cancelled
}
