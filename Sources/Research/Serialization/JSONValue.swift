// JSON that is kept uninterpreted, such as the keys of types that are not declared here.

/// Any JSON value.
public enum JSONValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// A whole number that is too large for `Int64`.
    case unsigned(UInt64)
    /// Any other number.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue {
    /// The value of a key, if this is an object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let object) = self else { return nil }
        return object[key]
    }

    /// The text, if this is a string.
    package var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The elements of an array; empty for any other value.
    package var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The value, if this is a number.
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .number(let value): value
        case .null, .boolean, .string, .array, .object: nil
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        if let file = decoder.userInfo[.taskFileValues] as? TaskFileValues,
            let value = file.value(at: decoder.codingPath)
        {
            self = value
            return
        }
        // Frequent types come first: each attempt that fails costs a thrown error.
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let values = try? decoder.container(keyedBy: JSONKey.self) {
            self = .object(try Self.members(of: values))
        } else if var values = try? decoder.unkeyedContainer() {
            var array: [JSONValue] = []
            while !values.isAtEnd { array.append(try values.decode(JSONValue.self)) }
            self = .array(array)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .unsigned(value)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    private static func members(
        of container: KeyedDecodingContainer<JSONKey>
    ) throws -> [String: JSONValue] {
        var object: [String: JSONValue] = [:]
        for key in container.allKeys {
            object[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
        return object
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let values): try container.encode(values)
        }
    }
}

/// A key that is only known when the file is read.
struct JSONKey: CodingKey, Hashable, ExpressibleByStringLiteral {
    let stringValue: String

    var intValue: Int? { nil }

    init(_ stringValue: String) {
        self.stringValue = stringValue
    }

    init(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        nil
    }

    init(stringLiteral value: String) {
        self.init(value)
    }
}
