// Identifies a session in life signs. The name of a session's folder may contain the participant's code, visit and
// group, so only the start time and the hexadecimal digits of the name are sent.

/// Identifies a session by the start time and the eight hexadecimal digits in its folder's name, without the parts that
/// may describe the participant.
public struct SessionMark: Sendable, Hashable, Codable, CustomStringConvertible {
    public let text: String

    /// Derives the mark from the name of a session folder; `nil` if the name has another form.
    public init?(folderName name: String) {
        let pieces = name.split(separator: "_", omittingEmptySubsequences: false)
        guard let start = pieces.first, Self.isStart(start),
            let run = pieces.dropFirst().last(where: Self.isRun)
        else { return nil }
        text = "\(start)_\(run)"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let mark = Self(folderName: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no session")
        }
        self = mark
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    public var description: String { text }

    private static func isStart(_ piece: Substring) -> Bool {
        piece.utf8.count == 18
            && piece.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "T"),
                    UInt8(ascii: "Z"):
                    true
                default: false
                }
            }
    }

    private static func isRun(_ piece: Substring) -> Bool {
        piece.utf8.count == 8
            && piece.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"):
                    true
                default: false
                }
            }
    }
}
