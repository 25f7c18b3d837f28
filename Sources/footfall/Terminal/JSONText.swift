// Formats a command's output for programs: one JSON object on one line.

internal import FoundationEssentials

/// Writes values for programs.
enum JSONText {
    /// Encodes a value as JSON on one line, with sorted keys.
    static func line(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
