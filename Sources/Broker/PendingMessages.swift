// The messages that a broker should have. They are state, not history: a new message replaces an unsent one of its
// topic, so that a week without a network costs no memory and ends with one message for each topic.

/// The newest message of each topic, and whether it was sent and acknowledged.
struct PendingMessages: Sendable {
    private struct Entry {
        var message: BrokerMessage
        /// Grows with each message; the broker's acknowledgement names it.
        var id: UInt64
        /// The identifiers of the messages last sent and last acknowledged; 0 for none.
        var sent: UInt64 = 0
        var taken: UInt64 = 0
        /// When it was sent, in nanoseconds.
        var sentAt: Int64 = 0

        var isOnItsWay: Bool { sent > taken }
    }

    /// The largest number of topics.
    static let mostTopics = 64
    /// The largest number of unacknowledged messages.
    static let mostSent = 4

    private var entries: [Entry] = []
    private var lastID: UInt64 = 0

    /// Stores a message, replacing the one of its topic.
    ///
    /// - Returns: `false` if there are too many topics.
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

    /// The next message to send, which then counts as sent; each topic has at most one unacknowledged message.
    mutating func next(at now: Int64) -> (id: UInt64, message: BrokerMessage)? {
        guard entries.count(where: \.isOnItsWay) < Self.mostSent,
            let place = entries.firstIndex(where: { $0.sent == $0.taken && $0.id > $0.taken })
        else { return nil }
        entries[place].sent = entries[place].id
        entries[place].sentAt = now
        return (entries[place].id, entries[place].message)
    }

    /// Notes that the broker has acknowledged a message.
    mutating func take(_ id: UInt64) {
        guard let place = entries.firstIndex(where: { $0.sent == id && $0.taken < id }) else {
            return
        }
        entries[place].taken = id
    }

    /// After a lost connection, marks all messages to be sent again: the broker may have lost retained messages, or
    /// published the last will.
    mutating func beginAnew() {
        for place in entries.indices {
            entries[place].sent = 0
            entries[place].taken = 0
        }
    }

    /// When the oldest unacknowledged message was sent.
    var sentSince: Int64? { entries.filter(\.isOnItsWay).map(\.sentAt).min() }

    /// True if the broker has acknowledged all messages.
    var isTaken: Bool { entries.allSatisfy { $0.taken == $0.id } }
}
