// Shows spoken text in the terminal for as long as reading it takes, even if the screen changes. So a step's last text
// delays the next step just as speech would.

internal import Timebase

/// The texts being read, and the last one that was.
struct SpokenTexts: Sendable, Equatable {
    private struct Text: Sendable, Equatable {
        var id: Int
        var text: String
        var isRead = false
    }

    private var texts: [Text] = []
    /// When the last text will have been read; `nil` if there is none.
    private var lastEnd: BootInstant?

    /// The texts as shown, the earliest first.
    var lines: [String] { texts.map(\.text) }

    /// Adds a text, which replaces the ones already read; returns how long from `now` until it will have been read.
    ///
    /// Reading it begins when the texts before it have been read.
    mutating func add(_ text: String, id: Int, at now: BootInstant) -> Duration {
        texts.removeAll { $0.isRead }
        texts.append(Text(id: id, text: text))
        let end = max(now, lastEnd ?? now).advanced(by: Self.time(toRead: text))
        lastEnd = end
        return now.duration(to: end)
    }

    /// Notes that a text was read; returns `false` if it was dropped before.
    ///
    /// The last text stays in sight.
    mutating func read(_ id: Int) -> Bool {
        guard let place = texts.firstIndex(where: { $0.id == id && !$0.isRead }) else {
            return false
        }
        if texts.count > 1 { texts.remove(at: place) } else { texts[place].isRead = true }
        return true
    }

    /// Drops all texts.
    mutating func silence() { (texts, lastEnd) = ([], nil) }

    /// The screen has changed: drops the texts already read.
    mutating func turn() { texts.removeAll { $0.isRead } }

    /// One second to notice the text, and one for each seventeen characters.
    static func time(toRead text: String) -> Duration {
        .seconds(1) + .milliseconds(60 * text.count)
    }
}
