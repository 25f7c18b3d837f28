// One reading on its way from a device that speaks text to a file: of a fixed size, without a reference.

public import SampleStream
public import Timebase

/// A reading of a line, or a word about readings.
@frozen
public struct LineSample: MarkedSample {
    /// When it was measured, or had come.
    public var time: BootInstant
    /// The first part, and the only one of a value of the device's own.
    public var x: Double
    /// The second part.
    public var y: Double
    /// The third part.
    public var z: Double
    /// The fourth component of a quaternion.
    public var w: Double
    /// What it says.
    public var role: StreamRole
    @usableFromInline var channelNumber: UInt8
    @usableFromInline var presence: UInt8

    /// A reading of a channel of which nothing is there yet.
    @inlinable
    public init(channel: Int, at time: BootInstant) {
        self.time = time
        (x, y, z, w) = (0, 0, 0, 0)
        role = .reading
        channelNumber = UInt8(truncatingIfNeeded: channel)
        presence = 0
    }

    /// A value of a device's own, which is x alone.
    @inlinable
    public init(channel: Int, at time: BootInstant, value: Double) {
        self.init(channel: channel, at: time)
        x = value
        presence = Presence.x
    }

    @usableFromInline
    enum Presence {
        @usableFromInline static let x: UInt8 = 1
        @usableFromInline static let y: UInt8 = 2
        @usableFromInline static let z: UInt8 = 4
        @usableFromInline static let w: UInt8 = 8
        @usableFromInline static let estimated: UInt8 = 16
    }
}

// MARK: - The stream

extension LineSample {
    @inlinable public var channel: Int { Int(channelNumber) }

    public static func gap(
        channel: Int,
        at time: BootInstant,
        lost: Int64,
        reason: GapReason,
        isEstimated: Bool
    ) -> LineSample {
        var sample = LineSample(channel: channel, at: time)
        sample.role = .gap(lost: lost, reason: reason, isEstimated: isEstimated)
        return sample
    }

    /// The recorded mark with a number in the source's table.
    public static func mark(_ number: Int, at time: BootInstant) -> LineSample {
        var sample = LineSample(channel: 0, at: time)
        sample.role = .mark(number)
        return sample
    }
}

// MARK: - What not every reading has

extension LineSample {
    /// Whether x is there.
    public var hasX: Bool {
        get { presence & Presence.x != 0 }
        set { set(Presence.x, newValue) }
    }

    /// Whether y is there.
    public var hasY: Bool {
        get { presence & Presence.y != 0 }
        set { set(Presence.y, newValue) }
    }

    /// Whether z is there.
    public var hasZ: Bool {
        get { presence & Presence.z != 0 }
        set { set(Presence.z, newValue) }
    }

    /// Whether there is a fourth component.
    public var hasW: Bool {
        get { presence & Presence.w != 0 }
        set { set(Presence.w, newValue) }
    }

    /// Whether its time is that of lines that came behind it: it had been there before, and nobody knows when.
    public var isEstimated: Bool {
        get { presence & Presence.estimated != 0 }
        set { set(Presence.estimated, newValue) }
    }

    /// The reading of a channel that a line has.
    @inline(__always)
    init(_ reading: borrowing LineReading, channel: Int, at time: BootInstant, isEstimated: Bool) {
        self.time = time
        x = reading[channel, 0]
        y = reading[channel, 1]
        z = reading[channel, 2]
        w = reading[channel, 3]
        role = .reading
        channelNumber = UInt8(truncatingIfNeeded: channel)
        presence = reading.parts(of: channel) | (isEstimated ? Presence.estimated : 0)
    }

    private mutating func set(_ bit: UInt8, _ isPresent: Bool) {
        if isPresent { presence |= bit } else { presence &= ~bit }
    }
}
