// For how long a card may give nothing: one that hangs, or stops whenever it is begun, fails in place of recording
// nothing for hours. The time in which the machine sleeps does not count.

/// When a card has last given anything.
struct CardPatience: Sendable {
    private var heard: Int64
    /// Whether it has stopped, and given nothing since.
    private var hasStopped = false

    private static let seconds = 5

    /// A card that began at an instant, by the clock that stands still while the machine sleeps, in nanoseconds.
    init(since start: Int64 = 0) { heard = start }

    /// Takes that frames were read.
    mutating func hear(at now: Int64) {
        heard = now
        hasStopped = false
    }

    /// Takes that it has stopped: it is given time anew, but not each time that it stops again.
    mutating func stop(at now: Int64) {
        if !hasStopped { heard = now }
        hasStopped = true
    }

    /// Throws where it has given nothing for too long.
    func check(at now: Int64, _ card: String) throws(SoundError) {
        guard now &- heard > Int64(Self.seconds) * 1_000_000_000 else { return }
        throw SoundError(.silent(seconds: Self.seconds), of: card)
    }
}
