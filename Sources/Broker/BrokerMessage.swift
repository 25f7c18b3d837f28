// What is said over a broker. What goes out is checked when it is made; what comes in is a stranger's, and stays bytes.

/// The name under which a broker keeps a message.
public struct BrokerTopic: Sendable, Hashable, CustomStringConvertible {
    public let text: String

    public var description: String { text }

    /// How long one may be, in bytes.
    public static let longest = 1024

    /// A topic; `nil` for an empty one, a long one, and one with controls or with what has a meaning in filters.
    public init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count),
            // The library takes neither controls nor what Unicode keeps for no character.
            text.unicodeScalars.allSatisfy({
                $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
                    && !$0.properties.isNoncharacterCodePoint
            }),
            !text.contains(where: { $0 == "+" || $0 == "#" }),
            // Those are the broker's own.
            !text.hasPrefix("$")
        else { return nil }
        self.text = text
    }
}

/// A message that this board sends; a broker keeps the last one of each topic.
public struct BrokerMessage: Sendable, Hashable {
    public let topic: BrokerTopic
    public let payload: [UInt8]

    /// How long a payload may be, in bytes.
    public static let longest = 64 << 10

    /// A message; `nil` where the payload is too long.
    public init?(_ topic: BrokerTopic, _ payload: [UInt8]) {
        guard payload.count <= Self.longest else { return nil }
        self.topic = topic
        self.payload = payload
    }
}

/// A message of a stranger: bytes that may be anything.
public struct ReceivedMessage: Sendable, Hashable {
    /// The topic, at most `BrokerTopic.longest` bytes.
    public let topic: [UInt8]
    /// The payload, at most `BrokerMessage.longest` bytes.
    public let payload: [UInt8]
    /// Whether the broker had kept it; else it is being said now.
    public let isKept: Bool

    public init(topic: [UInt8], payload: [UInt8], isKept: Bool) {
        self.topic = topic
        self.payload = payload
        self.isKept = isKept
    }
}
