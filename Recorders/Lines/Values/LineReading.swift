// The contents of one line as a value of fixed size, so that it can wait for earlier lines without an allocation.

internal import RecorderKinds
internal import Timebase

/// The numbers of a line.
struct LineReading: BitwiseCopyable, Sendable {
    /// Four values for each channel: x, y, z and w.
    private var values: InlineArray<64, Double>
    /// Which of them are present, one bit each.
    private(set) var presence: UInt64
    /// The device's own time, in nanoseconds, not unwrapped.
    var time: Int64
    /// The counter.
    var count: Int64

    init() {
        values = InlineArray(repeating: 0)
        (presence, time, count) = (0, 0, 0)
    }

    /// Forgets all values.
    @inline(__always)
    mutating func clear() { presence = 0 }

    /// Stores a part of a channel's reading.
    @inline(__always)
    mutating func set(_ place: Int, _ value: Double) {
        values[place] = value
        presence |= 1 << UInt64(place)
    }

    /// A part of a channel's reading; 0 if it is missing.
    @inline(__always)
    subscript(channel: Int, place: Int) -> Double {
        let place = 4 * channel + place
        return presence & 1 << UInt64(place) == 0 ? 0 : values[place]
    }

    /// Which parts of a channel are present, one bit each.
    @inline(__always)
    func parts(of channel: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: presence >> UInt64(4 * channel)) & 0xF
    }

    /// The reading of a channel.
    @inline(__always)
    func sample(of channel: Int, at time: BootInstant) -> ValueSample {
        let values = (
            self[channel, 0], self[channel, 1], self[channel, 2], self[channel, 3]
        )
        return ValueSample(channel: channel, at: time, values, parts: parts(of: channel))
    }
}
