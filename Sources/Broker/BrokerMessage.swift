// The messages exchanged with a broker. Outgoing messages are checked when they are created; incoming ones are
// untrusted and stay bytes.

/// A topic, under which a broker retains one message.
public struct BrokerTopic: Sendable, Hashable, CustomStringConvertible {
    public let text: String

    public var description: String { text }

    /// The longest topic, in bytes.
    public static let longest = 1024

    /// Creates a topic; returns `nil` if the text is empty, too long, or contains control characters or characters with
    /// a meaning in filters.
    public init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count),
            // The library accepts neither control characters nor Unicode's noncharacters.
            text.unicodeScalars.allSatisfy({
                $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
                    && !$0.properties.isNoncharacterCodePoint
            }),
            !text.contains(where: { $0 == "+" || $0 == "#" }),
            // Topics that begin with a dollar sign belong to the broker.
            !text.hasPrefix("$")
        else { return nil }
        self.text = text
    }
}

/// A message from this board; a broker retains the last one of each topic.
public struct BrokerMessage: Sendable, Hashable {
    public let topic: BrokerTopic
    public let payload: [UInt8]

    /// The longest payload, in bytes.
    public static let longest = 64 << 10

    /// Creates a message; returns `nil` if the payload is too long.
    public init?(_ topic: BrokerTopic, _ payload: [UInt8]) {
        guard payload.count <= Self.longest else { return nil }
        self.topic = topic
        self.payload = payload
    }
}

/// A received message: untrusted bytes.
public struct ReceivedMessage: Sendable, Hashable {
    /// The topic, at most `BrokerTopic.longest` bytes.
    public let topic: [UInt8]
    /// The payload, at most `BrokerMessage.longest` bytes.
    public let payload: [UInt8]
    /// True if the broker had retained the message; false if it was published just now.
    public let isKept: Bool

    public init(topic: [UInt8], payload: [UInt8], isKept: Bool) {
        self.topic = topic
        self.payload = payload
        self.isKept = isKept
    }
}
