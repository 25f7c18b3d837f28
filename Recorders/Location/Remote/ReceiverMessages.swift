// The messages between a process and its child that reads another machine's gpsd. An attacker may control the
// child, so its messages are not trusted: they are decoded and checked, or refused.

internal import FoundationEssentials
internal import SystemCalls

/// An order to the child.
enum ReceiverOrder: Sendable, Hashable, Codable {
    /// Resolve a host name.
    case resolve(String)
    /// Read the gpsd at one of these addresses.
    case read([String], port: UInt16)
}

/// A message of the child.
enum ReceiverWord: Sendable, Hashable, Codable {
    case resolved([String])
    case heard(ReceiverMessage)
    /// The connection failed or ended, with the kernel's error number.
    case failed(Int32)
    /// The other end has closed the connection.
    case ended
    /// The child could not give up its rights, and reads nothing.
    case unconfined(Int32)
}

extension ReceiverWord {
    /// The longest text from gpsd; the next constant limits its devices.
    private static let longestText = 128
    private static let mostDevices = 16

    /// Whether a child may send this: its lists are not too long, its times and error numbers are in range, and its
    /// texts are printable ASCII.
    ///
    /// Numbers that are not finite may come: they mean that a value is unknown.
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
        // The kernel has no error numbers outside this range, so such a message is forged.
        case .failed(let errno), .unconfined(let errno): (1...4095).contains(errno)
        }
    }

    private static func isText(_ text: String) -> Bool {
        text.utf8.count <= longestText && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }
}

/// Encodes and decodes messages.
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

    /// Decodes a message; `nil` if the bytes are not one.
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
