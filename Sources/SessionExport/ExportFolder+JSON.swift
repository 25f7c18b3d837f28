// Writes the JSON sidecars of a dataset, formatted for people as well.

internal import FoundationEssentials
internal import SystemCalls

extension ExportFolder {
    /// Creates a file of JSON.
    func write(json value: some Encodable, to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try write(Array(try encoder.encode(value)) + [UInt8(ascii: "\n")], to: path)
    }

    /// Creates a file of text.
    func write(_ text: String, to path: String) throws(SystemError) {
        try write(Array(text.utf8), to: path)
    }
}
