// A question may come by itself while somebody types, and its buttons have letters, too: who types on has not read
// it, and must not answer it.

internal import Timebase

/// Tells keys that answer a question from those that were typed on into it.
struct ReadingPause: Sendable {
    /// When the last key came, in the machine's own time: it is a hand that types.
    private var lastKey: BootInstant?
    /// Whether a question came by itself, and nobody has paused since.
    private var isUnread = false

    /// Whoever pauses so long between two keys has seen what came.
    static let pause = Duration.milliseconds(500)

    /// Takes note of a question on top; one that comes of a key has been asked for.
    mutating func questionDidCome(byItself isByItself: Bool) { isUnread = isByItself }

    /// Whether a key at an instant is meant for what is shown.
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
