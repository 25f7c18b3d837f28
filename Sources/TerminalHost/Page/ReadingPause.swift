// Protects questions that appear by themselves. A user may be typing at that moment, and a letter may press a button of
// the question: such keys must not answer what the user has not read.

internal import Timebase

/// Distinguishes the keys that answer a question from those typed before the user saw it.
struct ReadingPause: Sendable {
    /// When the last key came, by the machine's clock, since people type in real time.
    private var lastKey: BootInstant?
    /// When a question appeared by itself; `nil` if there is none, or the user has paused since.
    private var unreadSince: BootInstant?

    /// A key counts as an answer if it comes this long after both the question and the key before.
    static let pause = Duration.milliseconds(500)

    /// Notes a new question; one that the user's own key caused needs no pause.
    mutating func questionDidCome(byItself isByItself: Bool, at now: BootInstant) {
        unreadSince = isByItself ? now : nil
    }

    /// Whether a key is meant for what is shown.
    mutating func takes(_ key: Key, at now: BootInstant) -> Bool {
        let last = lastKey
        lastKey = now
        guard let since = unreadSince, key != .control("c"),
            max(since, last ?? since).duration(to: now) < Self.pause
        else {
            unreadSince = nil
            return true
        }
        return false
    }
}
