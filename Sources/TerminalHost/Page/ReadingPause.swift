// Protects questions that appear by themselves. A user may be typing at that moment, and a letter may press a button of
// the question: such keys must not answer what the user has not read.

internal import Timebase

/// Tells the keys that answer a question from those typed before the user saw it.
struct ReadingPause: Sendable {
    /// When the last key came, by the machine's clock, since people type in real time.
    private var lastKey: BootInstant?
    /// Whether a question appeared by itself, and the user has not paused since.
    private var isUnread = false

    /// A key that comes this long after the key before is taken as an answer to the question.
    static let pause = Duration.milliseconds(500)

    /// Notes a new question; one that a key caused was expected.
    mutating func questionDidCome(byItself isByItself: Bool) { isUnread = isByItself }

    /// Whether a key is meant for what is shown.
    mutating func takes(_ key: Key, at now: BootInstant) -> Bool {
        let last = lastKey
        lastKey = now
        guard isUnread, key != .control("c"), let last, last.duration(to: now) < Self.pause else {
            isUnread = false
            return true
        }
        return false
    }
}
