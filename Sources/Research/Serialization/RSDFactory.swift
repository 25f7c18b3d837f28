// Turns JSON into the model and back. A host makes a factory, registers the types of its own, and
// hands it to whatever decodes; there is no shared one, so two studies in one process cannot
// change each other's meaning.

public import FoundationEssentials
internal import Synchronization
public import Timebase

/// Decodes and encodes tasks and results; subclass it, or register types, to add your own.
///
/// A subclass is used from any thread, and must be safe for that.
// Everything this class stores is immutable or inside a mutex.
open class RSDFactory: @unchecked Sendable {
    private let results = Mutex(ResultTable())
    private let offset: UTCOffset?

    /// A factory whose dates are written in a time zone; without one, in that of this machine.
    public init(writingDatesIn offset: UTCOffset? = nil) {
        self.offset = offset
    }

    /// Registers the Swift type that decodes results of a type, in place of any other.
    open func register(_ result: any RSDResult.Type, for type: RSDResultType) {
        results.withLock { $0[type] = result }
    }

    /// Decodes a result by its `type`; one that is not registered keeps its keys unread.
    open func decodeResult(from decoder: any Decoder) throws -> any RSDResult {
        let type = try RSDResultType(rawValue: typeName(from: decoder))
        let registered = results.withLock { $0[type] }
        return try (registered ?? RSDUnknownResultObject.self).init(from: decoder)
    }

    /// The `type` of what a decoder is about to decode.
    open func typeName(from decoder: any Decoder) throws -> String {
        try decoder.container(keyedBy: JSONKey.self).decode(String.self, forKey: "type")
    }

    /// The time zone in which a date is written.
    open func utcOffset(at instant: WallInstant) -> UTCOffset {
        offset ?? .local(at: instant)
    }

    /// A decoder that knows this factory and the field's dates.
    open func createJSONDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.userInfo[.factory] = self
        decoder.dateDecodingStrategy = .custom { try DateText.decode(from: $0) }
        return decoder
    }

    /// An encoder that writes the field's dates, keys in the order of the alphabet, one a line.
    ///
    /// The same value gives the same bytes always. Slashes are not escaped.
    open func createJSONEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.userInfo[.factory] = self
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            try DateText.encode(date, to: encoder, in: self.utcOffset(at:))
        }
        return encoder
    }
}

extension CodingUserInfoKey {
    /// The key under which a decoder carries its factory.
    public static let factory: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "org.footfall.factory") else {
            preconditionFailure("The standard library refuses a plain name for a key.")
        }
        return key
    }()
}

extension Decoder {
    /// The factory that decodes what is nested in this decoder.
    public var factory: RSDFactory {
        get throws {
            if let factory = userInfo[.factory] as? RSDFactory { return factory }
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath,
                    debugDescription: "This decoder has no RSDFactory, which knows the types of "
                        + "results. Use the one that RSDFactory.createJSONDecoder() makes."
                )
            )
        }
    }
}
