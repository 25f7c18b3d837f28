// Identifiers are of the study's making, and said as they are; nobody makes one that does not end.

internal import PlainWords

/// The identifier of a task, a step or a recorder, as whoever made the study gave it: short, and on one line.
public struct SaidIdentifier: Sendable, Hashable, Codable, CustomStringConvertible {
    public let text: String

    public init(_ identifier: String) {
        let onOneLine = identifier.unicodeScalars.filter { !$0.steersTheTerminal }
        text = String(String.UnicodeScalarView(onOneLine)).cut(toBytes: 64)
    }

    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    public var description: String { text }
}

extension String {
    /// As many whole characters from the beginning as have so few bytes.
    func cut(toBytes most: Int) -> String {
        guard utf8.count > most else { return self }
        var result = ""
        var bytes = 0
        // Scalars, not characters: one character may have thousands of them.
        for scalar in unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= most else { break }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
