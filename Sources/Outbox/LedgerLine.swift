// The ledger is a file of lines; each replaces the earlier lines of its session. A line that a kill or a bad disk has
// damaged fails its checksum; it is ignored, as if it had never been written, and counted.
//
//     16 digits of the checksum of what follows \t session \t state \t fingerprint \t record as JSON \n

internal import FoundationEssentials
internal import SampleFile

/// One line of a ledger.
struct LedgerLine {
    var session: String
    var state: SendRecord.State
    var fingerprint: String
    private var json: ArraySlice<UInt8>

    /// The record in the line; `nil` if it cannot be read.
    var record: SendRecord? {
        try? JSONDecoder().decode(SendRecord.self, from: Data(json))
    }

    /// Parses a line without its line end; `nil` if any byte was damaged.
    init?(_ bytes: ArraySlice<UInt8>) {
        let parts = bytes.split(
            separator: UInt8(ascii: "\t"),
            maxSplits: 4,
            omittingEmptySubsequences: false
        )
        guard parts.count == 5 else { return nil }
        let rest = bytes[parts[1].startIndex...]
        guard String(decoding: parts[0], as: UTF8.self) == Self.checksum(Array(rest)),
            let session = Self.plain(parts[1]),
            let state = SendRecord.State(rawValue: String(decoding: parts[2], as: UTF8.self))
        else { return nil }
        self.session = session
        self.state = state
        fingerprint = String(decoding: parts[3], as: UTF8.self)
        json = parts[4]
    }

    /// The line of a record, with its line end.
    static func bytes(of record: SendRecord) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = try encoder.encode(record)
        let name = escaped(record.session)
        let rest =
            Array("\(name)\t\(record.state.rawValue)\t\(record.fingerprint)\t".utf8) + Array(json)
        return Array("\(checksum(rest))\t".utf8) + rest + [UInt8(ascii: "\n")]
    }

    /// Escapes a folder's name, which may contain any byte, so that it holds no tab and no line end.
    private static func escaped(_ name: String) -> String {
        var text = ""
        for byte in name.utf8 {
            if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "%") {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return text
    }

    /// Undoes `escaped`; `nil` if the text was not made by it.
    private static func plain(_ text: ArraySlice<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard let escaped = UInt8(digits, radix: 16) else { return nil }
            bytes.append(escaped)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func checksum(_ bytes: [UInt8]) -> String {
        String(Checksum.text(of: bytes).dropFirst(7).prefix(16))
    }
}
