// One input event on its way from a device to a file: 64 bytes, one cache line, no reference. A key has
// no code here but its place in the list of keys that may be named: what is not on the list cannot
// come into a file.

public import SampleStream
public import Timebase

/// An input event, or a word about events.
@frozen
public struct InputSample: MarkedSample {
    public var time: BootInstant
    /// Where a contact is, what a pointer moved by, or an axis of a sensor.
    public var x: Double
    public var y: Double
    public var z: Double
    /// Events that a gap stands for, the number of a mark, or the bits of a touch's height in
    /// millimetres.
    private var extra: Int64
    /// How wide and how high a contact is, in the device's units.
    public var width: Float
    public var height: Float
    public var pressure: Float
    /// 1 and 0 for pressed and released, 2 for repeated by the kernel; of a switch its state.
    public var value: Int32
    /// The place in the list of names; see `name`.
    private var nameNumber: UInt16
    /// Which finger: the first is 0.
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
        /// A gap, with its reason's place added.
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

    /// The mark with a number in the source's table.
    public static func mark(_ number: Int, at time: BootInstant) -> InputSample {
        var sample = InputSample(.key, at: time)
        sample.role8 = Role.mark
        sample.extra = Int64(number)
        return sample
    }
}

// MARK: - What not every event has

extension InputSample {
    /// Which of the names that may be told it has; `nil` for a key that is none of them.
    public var name: Int? {
        get { nameNumber == .max ? nil : Int(nameNumber) }
        set { nameNumber = newValue.flatMap { UInt16(exactly: $0) } ?? .max }
    }

    /// What a contact does.
    public var phase: TouchPhase? {
        get { presence & Presence.phase == 0 ? nil : TouchPhase(rawValue: Int(phaseNumber)) }
        set {
            phaseNumber = UInt8(newValue?.rawValue ?? 0)
            set(Presence.phase, newValue != nil)
        }
    }

    /// Whether `x` and `y` are there.
    public var hasPosition: Bool {
        get { presence & Presence.position != 0 }
        set { set(Presence.position, newValue) }
    }

    /// Whether `z` is there too.
    public var hasDepth: Bool {
        get { presence & Presence.depth != 0 }
        set { set(Presence.depth, newValue) }
    }

    /// Whether `width` and `height` are there.
    public var hasSize: Bool {
        get { presence & Presence.size != 0 }
        set { set(Presence.size, newValue) }
    }

    /// Whether `pressure` is there.
    public var hasPressure: Bool {
        get { presence & Presence.pressure != 0 }
        set { set(Presence.pressure, newValue) }
    }

    /// Whether `value` is there.
    public var hasValue: Bool {
        get { presence & Presence.value != 0 }
        set { set(Presence.value, newValue) }
    }

    /// Where a contact is, in millimetres: of a device that tells its resolution.
    ///
    /// A touch has no depth: it is kept in the same place.
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

    /// Whether it was found so after a gap: that it is so is known, since when is not.
    public var isEstimated: Bool {
        get { presence & Presence.estimated != 0 }
        set { set(Presence.estimated, newValue) }
    }

    private mutating func set(_ bit: UInt8, _ isPresent: Bool) {
        if isPresent { presence |= bit } else { presence &= ~bit }
    }
}

/// What a contact does, by the field's numbers.
public enum TouchPhase: Int, Sendable, Hashable, CaseIterable, Codable {
    case began, moved, stationary, ended, cancelled
}
