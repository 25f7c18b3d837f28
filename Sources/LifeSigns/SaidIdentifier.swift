// Identifiers come from the study and are sent without control characters, and limited in length.

internal import PlainWords

/// The identifier of a task, a step or a recorder from the study: short, and on one line.
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
    /// The longest prefix of whole Unicode scalars within this many bytes.
    func cut(toBytes most: Int) -> String {
        guard utf8.count > most else { return self }
        var result = ""
        var bytes = 0
        // Goes by Unicode scalars: one character may consist of thousands of them.
        for scalar in unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= most else { break }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
