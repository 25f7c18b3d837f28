// Finds the strings in a JSON document, by brackets and quotation marks alone. So it works for incomplete
// documents, too, and all other bytes of a document stay as they are.

internal import FoundationEssentials

/// Finds the strings in JSON documents.
enum JSONTexts {
    /// The kind of a part of a document.
    enum Part: Hashable {
        /// Brackets, numbers and so on.
        case other
        /// The name of a member.
        case key
        /// A string that may be changed, with its quotation marks.
        case text
        /// A string that must stay: the member because of which it stays, and the innermost member that contains
        /// it.
        case kept(by: String, in: String)
    }

    /// Goes through a document, or a piece of one; each byte belongs to exactly one part.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - keys: Members whose values, with everything in them, must stay.
    ///   - take: Receives each part.
    static func walk(
        _ bytes: [UInt8],
        keeping keys: Set<String>,
        _ take: (Range<Int>, Part) -> Void
    ) {
        var enclosing: [String?] = []
        // The member because of which the following strings stay.
        var (keeper, key) = (String?.none, "")
        var (place, start) = (0, 0)
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): enclosing.append(keeper)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): keeper = enclosing.popLast() ?? nil
            case UInt8(ascii: "\""):
                if start < place { take(start..<place, .other) }
                let text = place..<endOfText(in: bytes, from: place + 1)
                if isKey(in: bytes, endingAt: text.upperBound) {
                    key = decoded(bytes[text]) ?? ""
                    keeper = (enclosing.last ?? nil) ?? (keys.contains(key) ? key : nil)
                    take(text, .key)
                } else {
                    take(text, keeper.map { .kept(by: $0, in: key) } ?? .text)
                }
                (place, start) = (text.upperBound, text.upperBound)
                continue
            default: break
            }
            place += 1
        }
        if start < place { take(start..<place, .other) }
    }

    /// Decodes a string; `nil` if it is invalid, for example cut off within an escape.
    static func decoded(_ raw: ArraySlice<UInt8>) -> String? {
        guard raw.first == UInt8(ascii: "\"") else { return nil }
        let isWhole = raw.count > 1 && raw.last == UInt8(ascii: "\"")
        if !raw.contains(UInt8(ascii: "\\")) {
            return String(
                validating: isWhole ? raw.dropFirst().dropLast() : raw.dropFirst(),
                as: UTF8.self
            )
        }
        guard isWhole else { return nil }
        return try? JSONDecoder().decode(String.self, from: Data(raw))
    }

    /// Encodes a string as JSON, with its quotation marks.
    static func encoded(_ text: String) -> [UInt8] {
        var bytes = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
            case UInt8(ascii: "\t"): bytes += Array("\\t".utf8)
            case ..<0x20:
                let digits = String(byte, radix: 16)
                bytes += Array(
                    "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
                )
            default: bytes.append(byte)
            }
        }
        return bytes + [UInt8(ascii: "\"")]
    }

    /// Returns the end of a string, after its quotation mark; the end of the bytes if it is cut off.
    private static func endOfText(in bytes: [UInt8], from start: Int) -> Int {
        var place = start
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place + 1, bytes.count)
    }

    private static func isKey(in bytes: [UInt8], endingAt end: Int) -> Bool {
        var place = end
        while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
        return place < bytes.count && bytes[place] == UInt8(ascii: ":")
    }
}
