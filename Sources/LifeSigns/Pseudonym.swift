// A study knows its participants by codes. If a user enters a first name instead, it stays in the session and is not
// sent in life signs.

/// The code of a participant.
///
/// It must contain a digit, as `P07` does: a word without one may be a name.
public struct Pseudonym: Sendable, Hashable, Codable, CustomStringConvertible {
    public let text: String

    public init?(_ code: String) {
        let isCode = code.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                true
            default: false
            }
        }
        guard isCode, (1...32).contains(code.utf8.count),
            code.utf8.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        text = code
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let code = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no code")
        }
        self = code
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    public var description: String { text }
}
