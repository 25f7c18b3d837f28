// What a step says stands in the terminal as long as somebody needs to read it, whatever comes meanwhile: the last
// words of a step hold it as a voice would.

/// The texts that are being read, and the last one that was.
struct SpokenTexts: Sendable, Equatable {
    private struct Text: Sendable, Equatable {
        var id: Int
        var text: String
        var isRead = false
    }

    private var texts: [Text] = []

    /// As they are shown, the earliest first.
    var lines: [String] { texts.map(\.text) }

    /// Takes a text in, in the place of what was read; answers how long reading takes, with those ahead of it.
    mutating func add(_ text: String, id: Int) -> Duration {
        texts.removeAll { $0.isRead }
        texts.append(Text(id: id, text: text))
        return texts.reduce(.zero) { $0 + Self.time(toRead: $1.text) }
    }

    /// Takes note that a text was read; `false` for one that nobody reads any more.
    ///
    /// The last one stays.
    mutating func read(_ id: Int) -> Bool {
        guard let place = texts.firstIndex(where: { $0.id == id && !$0.isRead }) else {
            return false
        }
        if texts.count > 1 { texts.remove(at: place) } else { texts[place].isRead = true }
        return true
    }

    /// Nothing of it is said any more.
    mutating func hush() { texts = [] }

    /// Another screen has come: what was read goes.
    mutating func turn() { texts.removeAll { $0.isRead } }

    /// A second to notice, and seventeen characters a second.
    static func time(toRead text: String) -> Duration {
        .seconds(1) + .milliseconds(60 * text.count)
    }
}
