// JSON as these tests expect it: with sorted keys and plain slashes.

import Foundation
import Testing

enum JSONText {
    static func of(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    /// The decoder's error message for a text; `nil` if it accepts the text.
    static func refusal<Value: Decodable>(of type: Value.Type, _ text: String) throws -> String? {
        try context(of: type, text)?.debugDescription
    }

    /// The path of the fault that the decoder reports; `nil` if it accepts the text.
    static func place<Value: Decodable>(of type: Value.Type, _ text: String) throws -> String? {
        try context(of: type, text)?.codingPath
            .map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/")
    }

    private static func context<Value: Decodable>(
        of type: Value.Type,
        _ text: String
    ) throws -> DecodingError.Context? {
        do {
            _ = try read(type, text)
            return nil
        } catch let error as DecodingError {
            switch error {
            case .dataCorrupted(let context), .typeMismatch(_, let context),
                .valueNotFound(_, let context):
                return context
            case .keyNotFound(let key, let context):
                return DecodingError.Context(
                    codingPath: context.codingPath + [key],
                    debugDescription: context.debugDescription
                )
            @unknown default: throw error
            }
        }
    }
}

/// A value, and its JSON.
struct Pinned<Value: Codable & Hashable & Sendable>: Sendable, CustomTestStringConvertible {
    var value: Value
    var text: String

    init(_ value: Value, _ text: String) {
        self.value = value
        self.text = text
    }

    var testDescription: String { text }
}
