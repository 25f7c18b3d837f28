// Which texts a host still speaks, as far as its answers say, and until when those are waited for: an
// answer that never comes must not stop a task.

internal import Timebase

/// The texts that hosts were given and have not answered.
struct AwaitedSpeech {
    private struct Text {
        var id: Int
        var limit: Duration
    }

    /// How long an answer is waited for, by the text.
    private let limit: (String) -> Duration
    private var texts: [Text] = []
    /// Since when the first of them is spoken.
    private var begun: BootInstant?

    init(_ limit: @escaping (String) -> Duration = Self.limit) { self.limit = limit }

    /// The texts that wait for an answer.
    var ids: [Int] { texts.map(\.id) }

    /// When the first of them is waited for no more.
    var nextLimit: BootInstant? {
        guard let begun, let first = texts.first else { return nil }
        return begun.advanced(by: first.limit)
    }

    /// Takes in a text that is spoken behind the others.
    mutating func begin(_ id: Int, _ text: String, at now: BootInstant) {
        if texts.isEmpty { begun = now }
        texts.append(Text(id: id, limit: limit(text)))
    }

    /// Ends a text; `false` if it does not wait.
    mutating func end(_ id: Int, at now: BootInstant) -> Bool {
        guard let place = texts.firstIndex(where: { $0.id == id }) else { return false }
        texts.remove(at: place)
        if place == 0 { begun = now }
        return true
    }

    /// Ends the texts that are waited for no more, and answers them.
    mutating func endOverdue(at now: BootInstant) -> [Int] {
        var ended: [Int] = []
        while let limit = nextLimit, limit <= now {
            ended.append(texts.removeFirst().id)
            begun = limit
        }
        return ended
    }

    /// How long a host's answer is waited for: a slow voice says five characters a second, and a host has five
    /// seconds to begin and to answer.
    static func limit(for text: String) -> Duration {
        .seconds(5) + .milliseconds(200 * text.unicodeScalars.count)
    }

    /// How long the machine's answer is waited for: it may try a second voice when the first one hangs.
    static func limitOfMachine(for text: String) -> Duration {
        limit(for: text) * 4
    }
}
