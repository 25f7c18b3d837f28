// The name of a board is one level of an MQTT topic. Names come from the command line and, untrusted, from the network.

internal import PlainWords

/// A board's name: one level of a topic.
public struct BoardName: Sendable, Hashable {
    public let text: String

    /// The longest name, in bytes of UTF-8.
    public static let mostBytes = 64

    /// Makes a name valid in a topic: replaces each invalid character by `-`, and shortens a long name.
    public init(_ name: String) {
        let fitting = name.map { character in
            character.unicodeScalars.contains {
                $0.steersTheTerminal || $0.properties.isNoncharacterCodePoint
                    || "/+#\u{FFFD}".contains(Character($0))
            }
                ? "-" : character
        }
        let short = String(fitting).cut(toBytes: Self.mostBytes)
        // Topics that begin with a dollar sign belong to the broker.
        let plain = short.hasPrefix("$") ? "-" + short.dropFirst() : short
        text = plain.isEmpty ? "board" : plain
    }

    /// Accepts a name that is valid in a topic without a change; otherwise returns `nil`.
    public init?(exactly name: String) {
        self.init(name)
        guard text == name else { return nil }
    }
}
