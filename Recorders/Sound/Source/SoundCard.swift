// What the source needs of a card, so that a test can stand in for one that is late, stops or goes at the moment that
// it chooses.

internal import SystemCalls

/// An open card, which one thread uses.
protocol SoundCard: ~Copyable {
    /// As alsa-lib knows it.
    var name: String { get }
    var shape: SoundShape { get }
    /// Whether it counts its frames by itself; behind a converter nobody knows what that has kept.
    var countsForItself: Bool { get }
    /// Boot time, in nanoseconds.
    var now: Int64 { get }
    /// Nanoseconds by a clock that stands still while the machine sleeps.
    var awake: Int64 { get }

    /// Begins to count and keep frames.
    mutating func start() throws(SoundError)
    /// What there is; it does not wait.
    mutating func look() throws(SoundError) -> CardState
    /// How many frames were counted and not read; none where it counts no longer.
    mutating func waiting() -> Int64
    /// Takes frames that are there; answers how many.
    mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(SoundError) -> Int
    /// Passes over frames that the card has counted; answers how many.
    mutating func pass(_ frames: Int64) throws(SoundError) -> Int64
    /// Begins anew where the card has stopped; false where it cannot yet.
    mutating func restart() throws(SoundError) -> Bool
}

/// What a card says of itself.
enum CardState: Sendable, Hashable {
    /// So many frames were counted and not read, by an instant of boot time in nanoseconds.
    case running(waiting: Int64, seen: Int64)
    /// It counts no longer: whoever reads it came too late, or the machine slept.
    case stopped(wasSuspended: Bool)
}
