// Counts what happened to the readings of one channel, for the manifest and the live view.

public import SampleStream
internal import SystemCalls
public import Timebase

/// The account of one channel's readings.
public struct ChannelAccount: Sendable, Equatable {
    /// Readings in the file.
    public var samples = 0
    /// Missing readings, by reason.
    public var lost: [GapReason: Int64] = [:]
    /// How many readings of `lost` date from an earlier file that somebody removed; they precede `first`.
    public var lostEarlier: Int64 = 0
    /// Missing readings between `first` and `last`; without them the measured rate would seem too low.
    var lostBetween: Int64 = 0
    /// The instant of the first reading.
    public var first: BootInstant?
    /// The instant of the last reading.
    public var last: BootInstant?

    /// Missing readings, without those of pauses, which are intended.
    public var lostInAll: Int64 {
        lost.reduce(0) { $1.key == .paused ? $0 : $0.addingClamped($1.value) }
    }

    /// Counts the readings of a lost file as lost.
    mutating func loseFile() {
        if samples > 0 { lost[.disk] = (lost[.disk] ?? 0).addingClamped(Int64(samples)) }
        lostEarlier = lost.values.reduce(0) { $0.addingClamped($1) }
        (samples, lostBetween) = (0, 0)
        (first, last) = (nil, nil)
    }

    /// Readings per second between the first and the last; `nil` without two readings of different times.
    public var measuredRateInHertz: Double? {
        guard samples > 1, let first, let last, last > first else { return nil }
        let nanoseconds = last.nanoseconds - first.nanoseconds
        return Double(samples - 1) * 1e9 / Double(nanoseconds)
    }
}

/// The part of an account that every reading changes, and the losses between readings.
@frozen
@usableFromInline
struct ReadingTally {
    @usableFromInline var samples = 0
    @usableFromInline var first = Int64.max
    @usableFromInline var last = Int64.min
    /// Losses that are known to lie between two readings.
    @usableFromInline var lostBefore: Int64 = 0
    /// The losses since reading number `samplesAtLoss`; they lie between readings once another one comes.
    @usableFromInline var lostLately: Int64 = 0
    @usableFromInline var samplesAtLoss = 0

    init() {}
}

extension ReadingTally {
    /// The readings that are missing between the first and the last.
    var lostBetween: Int64 {
        samples > samplesAtLoss ? lostBefore.addingClamped(lostLately) : lostBefore
    }

    /// Counts missing readings; ignores those before the first reading, which do not lie between two readings.
    ///
    /// The next loss checks whether a reading has come meanwhile, so that `count`, which runs for every reading, need
    /// not.
    mutating func lose(_ count: Int64) {
        guard samples > 0 else { return }
        if samples > samplesAtLoss {
            (lostBefore, lostLately, samplesAtLoss) = (lostBetween, 0, samples)
        }
        lostLately = lostLately.addingClamped(count)
    }
}

/// The tallies of all channels of a stream.
@safe
@usableFromInline
struct ReadingTallies: ~Copyable {
    @usableFromInline let tallies: UnsafeMutablePointer<ReadingTally>
    /// The tallies without the unflushed records.
    @usableFromInline let settled: UnsafeMutablePointer<ReadingTally>

    init() {
        unsafe tallies = .allocate(capacity: 16)
        unsafe settled = .allocate(capacity: 16)
        unsafe tallies.initialize(repeating: ReadingTally(), count: 16)
        unsafe settled.initialize(repeating: ReadingTally(), count: 16)
    }

    // `@inlinable` because release builds destroy the value in place, in code that is itself inlinable.
    @inlinable
    deinit {
        unsafe tallies.deallocate()
        unsafe settled.deallocate()
    }

    subscript(channel: Int) -> ReadingTally { unsafe tallies[channel & 15] }

    @inlinable
    mutating func count(_ channel: Int, at time: Int64) {
        let tally = unsafe tallies + (channel & 15)
        unsafe tally.pointee.samples &+= 1
        unsafe tally.pointee.first = min(tally.pointee.first, time)
        unsafe tally.pointee.last = max(tally.pointee.last, time)
    }

    mutating func lose(_ count: Int64, of channel: Int) {
        unsafe tallies[channel & 15].lose(count)
    }

    /// Notes that all counted records are in the file.
    mutating func settle() {
        unsafe settled.update(from: tallies, count: 16)
    }

    /// Restores the tallies of the last `settle`, without the records counted since.
    mutating func unsettle() {
        unsafe tallies.update(from: settled, count: 16)
    }

    /// Resets all tallies, because the counted readings are in no file any more.
    mutating func removeAll() {
        unsafe tallies.update(repeating: ReadingTally(), count: 16)
        settle()
    }
}
