// What a command tells a program: one JSON object, on one line.

internal import FoundationEssentials

/// Writes values for programs.
enum JSONText {
    /// The value as JSON on one line, keys sorted.
    static func line(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
