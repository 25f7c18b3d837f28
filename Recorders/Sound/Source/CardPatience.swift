// Limits how long a card may deliver nothing. A card that hangs, or stops each time it is started, fails
// instead of recording nothing for hours. Time in which the machine sleeps does not count.

/// When a card last delivered anything.
struct CardPatience: Sendable {
    private var heard: Int64
    /// Whether it has stopped, and delivered nothing since.
    private var hasStopped = false

    private static let seconds = 5

    /// A card that was started at an instant, in nanoseconds of a clock that stops while the machine sleeps.
    init(since start: Int64 = 0) { heard = start }

    /// Notes that frames were read.
    mutating func hear(at now: Int64) {
        heard = now
        hasStopped = false
    }

    /// Notes that the card has stopped.
    ///
    /// This restarts the time limit once, but not each time it stops again without delivering.
    mutating func stop(at now: Int64) {
        if !hasStopped { heard = now }
        hasStopped = true
    }

    /// Throws if the card has delivered nothing for too long.
    func check(at now: Int64, _ card: String) throws(SoundError) {
        guard now &- heard > Int64(Self.seconds) * 1_000_000_000 else { return }
        throw SoundError(.silent(seconds: Self.seconds), of: card)
    }
}
