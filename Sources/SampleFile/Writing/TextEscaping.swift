// Writes any Unicode text as a JSON string or a CSV field. Step names come from task files, so quotes, commas and
// control characters in them are data.

enum TextEscaping {
    /// A JSON string with its quotes; it has the escapes that RFC 8259 requires and no others.
    static func json(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = [quote]
        for byte in text.utf8 {
            switch byte {
            case quote, UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += Array("\\b".utf8)
            case 0x09: bytes += Array("\\t".utf8)
            case 0x0A: bytes += Array("\\n".utf8)
            case 0x0C: bytes += Array("\\f".utf8)
            case 0x0D: bytes += Array("\\r".utf8)
            case 0x00..<0x20:
                bytes += Array("\\u00".utf8)
                bytes += [hexadecimal(byte >> 4), hexadecimal(byte & 15)]
            default: bytes.append(byte)
            }
        }
        bytes.append(quote)
        return bytes
    }

    /// A CSV field as in RFC 4180; empty text is quoted, because an empty field means an absent value.
    ///
    /// A record must be one line, so that a torn file can be recognised. So characters that would end a line are
    /// replaced by their visible symbols (U+240A for a line feed).
    static func csv(_ text: String) -> [UInt8] {
        let special: Set<UInt8> = [quote, UInt8(ascii: ",")]
        var bytes: [UInt8] = []
        var needsQuotes = text.isEmpty
        for byte in text.utf8 {
            switch byte {
            case 0x00: bytes += Array("\u{2400}".utf8)
            case 0x0A: bytes += Array("\u{240A}".utf8)
            case 0x0D: bytes += Array("\u{240D}".utf8)
            case quote: bytes += [quote, quote]
            default: bytes.append(byte)
            }
            if special.contains(byte) { needsQuotes = true }
        }
        return needsQuotes ? [quote] + bytes + [quote] : bytes
    }

    private static let quote = UInt8(ascii: "\"")

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}
