// What the source needs of a card. Tests replace the card by one that is late, stops or disappears at a chosen
// moment.

internal import SystemCalls

/// An open card, used by one thread.
protocol SoundCard: ~Copyable {
    /// alsa-lib's name of the card.
    var name: String { get }
    var shape: SoundShape { get }
    /// Whether its count of frames is reliable; a converter in between may hold an unknown number of frames.
    var countsForItself: Bool { get }
    /// Boot time, in nanoseconds.
    var now: Int64 { get }
    /// Nanoseconds of a clock that stops while the machine sleeps.
    var awake: Int64 { get }

    /// Starts counting and buffering frames.
    mutating func start() throws(SoundError)
    /// Returns the present state without waiting.
    mutating func look() throws(SoundError) -> CardState
    /// How many frames were counted but not read; none if the card has stopped counting.
    mutating func waiting() -> Int64
    /// Reads frames that are there; returns their number.
    mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(SoundError) -> Int
    /// Skips frames that the card has counted; returns their number.
    mutating func pass(_ frames: Int64) throws(SoundError) -> Int64
    /// Restarts a card that has stopped; returns false if it cannot yet.
    mutating func restart() throws(SoundError) -> Bool
}

/// The state that a card reports.
enum CardState: Sendable, Hashable {
    /// This many frames were counted but not read, at an instant of boot time in nanoseconds.
    case running(waiting: Int64, seen: Int64)
    /// It has stopped counting: the reader was too late, or the machine slept.
    case stopped(wasSuspended: Bool)
}
