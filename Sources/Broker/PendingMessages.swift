// What a broker is to know. It is state, not a history: what is new replaces what has not gone yet, so that a week
// without a network costs no memory, and ends with one message of each topic.

/// The newest message of each topic, and how far each has come.
struct PendingMessages: Sendable {
    private struct Entry {
        var message: BrokerMessage
        /// Grows with each message; the broker's answer names it.
        var id: UInt64
        /// What is on its way, and what has arrived; 0 for nothing.
        var sent: UInt64 = 0
        var taken: UInt64 = 0
        /// When it went, in nanoseconds.
        var sentAt: Int64 = 0

        var isOnItsWay: Bool { sent > taken }
    }

    /// How many topics there may be.
    static let mostTopics = 64
    /// How many messages are on their way at once.
    static let mostSent = 4

    private var entries: [Entry] = []
    private var lastID: UInt64 = 0

    /// Puts a message in the place of the one of its topic.
    ///
    /// - Returns: `false` where there are too many topics.
    mutating func put(_ message: BrokerMessage) -> Bool {
        let place = entries.firstIndex { $0.message.topic == message.topic }
        guard place != nil || entries.count < Self.mostTopics else { return false }
        lastID += 1
        if let place {
            entries[place].message = message
            entries[place].id = lastID
        } else {
            entries.append(Entry(message: message, id: lastID))
        }
        return true
    }

    /// The next message to go, which from now on is on its way; of a topic there is one at a time.
    mutating func next(at now: Int64) -> (id: UInt64, message: BrokerMessage)? {
        guard entries.count(where: \.isOnItsWay) < Self.mostSent,
            let place = entries.firstIndex(where: { $0.sent == $0.taken && $0.id > $0.taken })
        else { return nil }
        entries[place].sent = entries[place].id
        entries[place].sentAt = now
        return (entries[place].id, entries[place].message)
    }

    /// The broker has taken a message.
    mutating func take(_ id: UInt64) {
        guard let place = entries.firstIndex(where: { $0.sent == id && $0.taken < id }) else {
            return
        }
        entries[place].taken = id
    }

    /// The connection is gone: all has to go again, for a broker may have lost what it kept, or told the last will.
    mutating func beginAnew() {
        for place in entries.indices {
            entries[place].sent = 0
            entries[place].taken = 0
        }
    }

    /// Since when the message is on its way that has waited longest for the broker's answer.
    var sentSince: Int64? { entries.filter(\.isOnItsWay).map(\.sentAt).min() }

    /// Whether the broker has all of it.
    var isTaken: Bool { entries.allSatisfy { $0.taken == $0.id } }
}
