// The sound level of one interval, on its way into a file: of fixed size, without references.

public import SampleStream
public import Timebase

/// A level of sound, a gap in levels or sound, or a mark.
@frozen
public struct LevelSample: MarkedSample {
    /// The end of the interval.
    public var time: BootInstant
    /// How long the interval is, in seconds of the card's own clock.
    public var timeInterval: Double
    /// The root mean square of all its samples, in dB of full scale.
    public var average: Double
    /// The greatest magnitude of a sample, in dB of full scale.
    public var peak: Double
    /// What kind of item it is.
    public var role: StreamRole
    @usableFromInline var channelNumber: UInt8

    /// A level.
    @inlinable
    public init(at time: BootInstant, timeInterval: Double, average: Double, peak: Double) {
        self.time = time
        self.timeInterval = timeInterval
        self.average = average
        self.peak = peak
        role = .reading
        channelNumber = UInt8(truncatingIfNeeded: Self.levels)
    }

    /// The channel of levels.
    @inlinable public static var levels: Int { 0 }
    /// The channel of the sound itself: a file of levels contains only its gaps, which count frames.
    @inlinable public static var frames: Int { 1 }

    @inlinable public var channel: Int { Int(channelNumber) }

    public static func gap(
        channel: Int,
        at time: BootInstant,
        lost: Int64,
        reason: GapReason,
        isEstimated: Bool
    ) -> LevelSample {
        var sample = LevelSample(at: time, timeInterval: 0, average: 0, peak: 0)
        sample.role = .gap(lost: lost, reason: reason, isEstimated: isEstimated)
        sample.channelNumber = UInt8(truncatingIfNeeded: channel)
        return sample
    }

    /// The recorded mark with this number in the source's table.
    public static func mark(_ number: Int, at time: BootInstant) -> LevelSample {
        var sample = LevelSample(at: time, timeInterval: 0, average: 0, peak: 0)
        sample.role = .mark(number)
        return sample
    }
}
