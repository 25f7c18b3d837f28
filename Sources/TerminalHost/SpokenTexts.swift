// Keeps spoken text in the terminal as long as reading it takes, whatever comes meanwhile: a step's last words delay
// the next step just as speech would.

/// The texts being read, and the last one that was.
struct SpokenTexts: Sendable, Equatable {
    private struct Text: Sendable, Equatable {
        var id: Int
        var text: String
        var isRead = false
    }

    private var texts: [Text] = []

    /// The texts as shown, the earliest first.
    var lines: [String] { texts.map(\.text) }

    /// Adds a text, which replaces the ones already read; returns how long reading takes, including those before it.
    mutating func add(_ text: String, id: Int) -> Duration {
        texts.removeAll { $0.isRead }
        texts.append(Text(id: id, text: text))
        return texts.reduce(.zero) { $0 + Self.time(toRead: $1.text) }
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
    mutating func silence() { texts = [] }

    /// The screen has changed: drops the texts already read.
    mutating func turn() { texts.removeAll { $0.isRead } }

    /// One second to notice the text, and one for each seventeen characters.
    static func time(toRead text: String) -> Duration {
        .seconds(1) + .milliseconds(60 * text.count)
    }
}
