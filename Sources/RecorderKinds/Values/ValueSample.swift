// One reading of a value on its way from a source to a file: a value of fixed size, without references.

public import SampleStream
public import Timebase

/// A reading of a value, a gap or a mark.
@frozen
public struct ValueSample: MarkedSample {
    /// When it was measured or received.
    public var time: BootInstant
    /// The first component, and the only one of most values.
    public var x: Double
    /// The second component.
    public var y: Double
    /// The third component.
    public var z: Double
    /// The fourth component.
    public var w: Double
    /// Whether it is a reading, a gap or a mark.
    public var role: StreamRole
    @usableFromInline var channelNumber: UInt8
    @usableFromInline var presence: UInt8

    /// A reading of a channel without any component yet.
    @inlinable
    public init(channel: Int, at time: BootInstant) {
        self.time = time
        (x, y, z, w) = (0, 0, 0, 0)
        role = .reading
        channelNumber = UInt8(truncatingIfNeeded: channel)
        presence = 0
    }

    /// A reading with all of its components.
    ///
    /// - Parameters:
    ///   - channel: Its channel.
    ///   - time: When it was measured.
    ///   - values: The components; a missing one is 0.
    ///   - parts: Which components are present, one bit each, `x` the lowest.
    @inlinable @inline(__always)
    package init(
        channel: Int,
        at time: BootInstant,
        _ values: (x: Double, y: Double, z: Double, w: Double),
        parts: UInt8
    ) {
        self.time = time
        (x, y, z, w) = values
        role = .reading
        channelNumber = UInt8(truncatingIfNeeded: channel)
        presence = parts
    }

    @usableFromInline
    enum Presence {
        @inlinable static var x: UInt8 { 1 }
        @inlinable static var y: UInt8 { 2 }
        @inlinable static var z: UInt8 { 4 }
        @inlinable static var w: UInt8 { 8 }
        @inlinable static var estimated: UInt8 { 16 }
    }
}

// MARK: - What a source sends

extension ValueSample {
    /// A reading of one number.
    ///
    /// - Parameters:
    ///   - x: The number.
    ///   - channel: The index of its value in the kind.
    ///   - time: When it was measured.
    /// - Returns: The reading.
    @inlinable
    public static func value(
        _ x: Double,
        of channel: Int = 0,
        at time: BootInstant
    ) -> ValueSample {
        ValueSample(channel: channel, at: time, (x, 0, 0, 0), parts: Presence.x)
    }

    /// A reading of two to four numbers.
    ///
    /// - Parameters:
    ///   - x: The first number.
    ///   - y: The second number.
    ///   - z: The third number, if there is one.
    ///   - w: The fourth number, if there is one.
    ///   - channel: The index of its value in the kind.
    ///   - time: When it was measured.
    /// - Returns: The reading.
    @inlinable
    public static func values(
        _ x: Double,
        _ y: Double,
        _ z: Double? = nil,
        _ w: Double? = nil,
        of channel: Int = 0,
        at time: BootInstant
    ) -> ValueSample {
        ValueSample(
            channel: channel,
            at: time,
            (x, y, z ?? 0, w ?? 0),
            parts: Presence.x | Presence.y | (z == nil ? 0 : Presence.z)
                | (w == nil ? 0 : Presence.w)
        )
    }
}

// MARK: - The stream

extension ValueSample {
    @inlinable public var channel: Int { Int(channelNumber) }

    public static func gap(
        channel: Int,
        at time: BootInstant,
        lost: Int64,
        reason: GapReason,
        isEstimated: Bool
    ) -> ValueSample {
        var sample = ValueSample(channel: channel, at: time)
        sample.role = .gap(lost: lost, reason: reason, isEstimated: isEstimated)
        return sample
    }

    /// The recorded mark with this number in the source's table.
    public static func mark(_ number: Int, at time: BootInstant) -> ValueSample {
        var sample = ValueSample(channel: 0, at: time)
        sample.role = .mark(number)
        return sample
    }
}

// MARK: - What not every reading has

extension ValueSample {
    /// Whether the reading has a first component.
    @inlinable public var hasX: Bool {
        get { presence & Presence.x != 0 }
        set { set(Presence.x, newValue) }
    }

    /// Whether the reading has a second component.
    @inlinable public var hasY: Bool {
        get { presence & Presence.y != 0 }
        set { set(Presence.y, newValue) }
    }

    /// Whether the reading has a third component.
    @inlinable public var hasZ: Bool {
        get { presence & Presence.z != 0 }
        set { set(Presence.z, newValue) }
    }

    /// Whether the reading has a fourth component.
    @inlinable public var hasW: Bool {
        get { presence & Presence.w != 0 }
        set { set(Presence.w, newValue) }
    }

    /// Whether the time of the measurement is not exactly known.
    @inlinable public var isEstimated: Bool {
        get { presence & Presence.estimated != 0 }
        set { set(Presence.estimated, newValue) }
    }

    @inlinable
    mutating func set(_ bit: UInt8, _ isPresent: Bool) {
        if isPresent { presence |= bit } else { presence &= ~bit }
    }
}
