// The name of a board is a level of a topic: it comes from the network as well as from the command line.

internal import PlainWords

/// What a board is called: one level of a topic.
public struct BoardName: Sendable, Hashable {
    public let text: String

    /// As many bytes of UTF-8 a name has at most.
    public static let mostBytes = 64

    /// A name that a topic can have: what cannot stand in one becomes `-`.
    public init(_ name: String) {
        let fitting = name.map { character in
            character.unicodeScalars.contains {
                $0.steersTheTerminal || $0.properties.isNoncharacterCodePoint
                    || "/+#\u{FFFD}".contains(Character($0))
            }
                ? "-" : character
        }
        let short = String(fitting).cut(toBytes: Self.mostBytes)
        // Brokers keep topics that begin with a dollar sign to themselves.
        let plain = short.hasPrefix("$") ? "-" + short.dropFirst() : short
        text = plain.isEmpty ? "board" : plain
    }

    /// The name, if it can stand in a topic as it is.
    public init?(exactly name: String) {
        self.init(name)
        guard text == name else { return nil }
    }
}
