// What a process and the child that reads another machine's gpsd tell each other. The child may be in anybody's hands,
// so that what it says is read as a stranger's words are: it is decoded and looked at, or refused.

internal import FoundationEssentials
internal import SystemCalls

/// What a child is told to do.
enum ReceiverOrder: Sendable, Hashable, Codable {
    /// To say which addresses a name has.
    case resolve(String)
    /// To read the gpsd at one of these addresses.
    case read([String], port: UInt16)
}

/// What a child has to say.
enum ReceiverWord: Sendable, Hashable, Codable {
    case resolved([String])
    case heard(ReceiverMessage)
    /// There is no connection, or none any more, by the number of the kernel's error.
    case failed(Int32)
    /// Whoever was there has hung up.
    case ended
    /// The child could not give up its rights, and reads nothing.
    case unconfined(Int32)
}

extension ReceiverWord {
    /// How long a text of gpsd's may be, and how many devices it may have.
    private static let longestText = 128
    private static let mostDevices = 16

    /// Whether a child may say that: its numbers are some, its texts have no controls.
    var isPossible: Bool {
        switch self {
        case .resolved(let addresses):
            (1...NetworkReach.mostAddresses).contains(addresses.count)
                && addresses.allSatisfy {
                    $0.utf8.count <= 64 && NetworkReach.numbers(of: $0) != nil
                }
        case .heard(.version), .heard(.other), .ended: true
        case .heard(.devices(let entries)):
            entries.count <= Self.mostDevices
                && entries.allSatisfy { Self.isText($0.path) && Self.isText($0.driver) }
        case .heard(.report(let report)):
            Self.isText(report.device) && (0...3_600_000_000_000).contains(report.cycle)
                && report.nanoseconds.map { (0...8_000_000_000_000_000_000).contains($0) } ?? true
        // A number that the kernel has for no error is one that somebody else has sent.
        case .failed(let errno), .unconfined(let errno): (1...4095).contains(errno)
        }
    }

    private static func isText(_ text: String) -> Bool {
        text.utf8.count <= longestText && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }
}

/// Messages as bytes.
enum ReceiverCoding {
    private static let infinity = (positive: "inf", negative: "-inf", nan: "nan")

    static func bytes(of message: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: infinity.positive,
            negativeInfinity: infinity.negative,
            nan: infinity.nan
        )
        return (try? encoder.encode(message)).map { [UInt8]($0) } ?? []
    }

    /// A message; `nil` for bytes that are none.
    static func message<Message: Decodable>(
        _ type: Message.Type = Message.self,
        in bytes: [UInt8]
    ) -> Message? {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: infinity.positive,
            negativeInfinity: infinity.negative,
            nan: infinity.nan
        )
        return try? decoder.decode(type, from: Data(bytes))
    }
}
