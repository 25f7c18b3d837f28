// Keeps the texts that are still being spoken, and their time limits, so that a task goes on if a report never comes.

internal import Timebase

/// The texts that were given to a voice and not reported as over.
struct AwaitedSpeech {
    private struct Text {
        var id: Int
        var limit: Duration
    }

    /// The time limit for a text.
    private let limit: (String) -> Duration
    private var texts: [Text] = []
    /// When the first of them began.
    private var begun: BootInstant?

    init(_ limit: @escaping (String) -> Duration = Self.limit) { self.limit = limit }

    /// The identifiers of the waiting texts.
    var ids: [Int] { texts.map(\.id) }

    /// When the time limit of the first text passes.
    var nextLimit: BootInstant? {
        guard let begun, let first = texts.first else { return nil }
        return begun.advanced(by: first.limit)
    }

    /// Adds a text that is spoken after the others.
    mutating func begin(_ id: Int, _ text: String, at now: BootInstant) {
        if texts.isEmpty { begun = now }
        texts.append(Text(id: id, limit: limit(text)))
    }

    /// Removes a text; returns false if it is not waiting.
    mutating func end(_ id: Int, at now: BootInstant) -> Bool {
        guard let place = texts.firstIndex(where: { $0.id == id }) else { return false }
        texts.remove(at: place)
        if place == 0 { begun = now }
        return true
    }

    /// Removes the texts whose time limits have passed, and returns them.
    mutating func endOverdue(at now: BootInstant) -> [Int] {
        var ended: [Int] = []
        while let limit = nextLimit, limit <= now {
            ended.append(texts.removeFirst().id)
            begun = limit
        }
        return ended
    }

    /// The time limit for a host: five characters a second, as a slow voice speaks, and five seconds to begin and to
    /// report.
    static func limit(for text: String) -> Duration {
        .seconds(5) + .milliseconds(200 * text.unicodeScalars.count)
    }

    /// The time limit for the machine's voice: longer, because it may try a second voice when the first one hangs.
    static func limitOfMachine(for text: String) -> Duration {
        limit(for: text) * 4
    }
}
