// How any Unicode text becomes a JSON string or a CSV field. Names of steps come from task files:
// quotes, commas and control characters in them are data.

enum TextEscaping {
    /// A JSON string with its quotes: RFC 8259's required escapes and no others.
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

    /// A CSV field as RFC 4180 has it; empty text is quoted, because nothing at all means absent.
    ///
    /// A record is one line here, so that a torn file can be told from a whole one: the characters
    /// that would end a line stand as their visible signs (U+240A for a line feed).
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
