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
    /// How many of those were in an earlier file that somebody removed; they precede `first`.
    public var lostEarlier: Int64 = 0
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
        samples = 0
        (first, last) = (nil, nil)
    }

    /// Readings per second between the first and the last; `nil` for fewer than two readings.
    public var measuredRateInHertz: Double? {
        guard samples > 1, let first, let last, last > first else { return nil }
        let nanoseconds = last.nanoseconds - first.nanoseconds
        return Double(samples - 1) * 1e9 / Double(nanoseconds)
    }
}

/// The part of an account that every reading changes.
@frozen
@usableFromInline
struct ReadingTally {
    @usableFromInline var samples = 0
    @usableFromInline var first = Int64.max
    @usableFromInline var last = Int64.min

    init() {}
}

/// The tallies of all channels of a stream.
@safe
@usableFromInline
struct ReadingTallies: ~Copyable {
    @usableFromInline let tallies: UnsafeMutablePointer<ReadingTally>

    init() {
        unsafe tallies = .allocate(capacity: 16)
        unsafe tallies.initialize(repeating: ReadingTally(), count: 16)
    }

    // `@inlinable` because release builds destroy the value in place, in code that is itself inlinable.
    @inlinable
    deinit {
        unsafe tallies.deallocate()
    }

    subscript(channel: Int) -> ReadingTally { unsafe tallies[channel & 15] }

    @inlinable
    mutating func count(_ channel: Int, at time: Int64) {
        let tally = unsafe tallies + (channel & 15)
        unsafe tally.pointee.samples &+= 1
        unsafe tally.pointee.first = min(tally.pointee.first, time)
        unsafe tally.pointee.last = max(tally.pointee.last, time)
    }

    mutating func takeBack(_ channel: Int) {
        unsafe tallies[channel & 15].samples -= 1
    }

    /// Resets all tallies, because the counted readings are in no file any more.
    mutating func removeAll() {
        unsafe tallies.update(repeating: ReadingTally(), count: 16)
    }
}
