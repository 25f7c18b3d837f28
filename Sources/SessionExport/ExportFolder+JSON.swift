// A dataset has sidecars of JSON, which people read too.

internal import FoundationEssentials
internal import SystemCalls

extension ExportFolder {
    /// Makes a file of JSON.
    func write(json value: some Encodable, to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try write(Array(try encoder.encode(value)) + [UInt8(ascii: "\n")], to: path)
    }

    /// Makes a file of a text.
    func write(_ text: String, to path: String) throws(SystemError) {
        try write(Array(text.utf8), to: path)
    }
}
