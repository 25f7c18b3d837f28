// How answers are coded in a file. The answer's type decides how to read it: without the type a date would be a
// string, and a decimal that happens to be whole an integer.

internal import FoundationEssentials

extension AnswerValue {
    /// Decodes an answer of the given type.
    public init(from decoder: any Decoder, as type: RSDAnswerResultType) throws {
        switch type.sequenceType {
        case nil:
            self = try Self.single(from: decoder, as: type)
        case .array:
            self = .array(try Self.elements(from: decoder, as: type))
        case .dictionary:
            let container = try decoder.container(keyedBy: JSONKey.self)
            var values: [String: AnswerValue] = [:]
            for key in container.allKeys {
                let nested = try container.superDecoder(forKey: key)
                values[key.stringValue] = try Self.single(from: nested, as: type)
            }
            self = .dictionary(values)
        }
    }

    /// Encodes an answer as the given type; throws if the value is not of that type.
    public func encode(to encoder: any Encoder, as type: RSDAnswerResultType) throws {
        switch (self, type.sequenceType) {
        case (.array(let values), .array):
            if let joined = try Self.joined(values, as: type, for: encoder) {
                var container = encoder.singleValueContainer()
                try container.encode(joined)
                return
            }
            var container = encoder.unkeyedContainer()
            for value in values {
                try value.encodeSingle(to: container.superEncoder(), as: type)
            }
        case (.dictionary(let values), .dictionary):
            var container = encoder.container(keyedBy: JSONKey.self)
            for (key, value) in values {
                try value.encodeSingle(to: container.superEncoder(forKey: JSONKey(key)), as: type)
            }
        case (_, nil):
            try encodeSingle(to: encoder, as: type)
        case (_, .array), (_, .dictionary):
            throw unfit(type, encoder)
        }
    }

    // MARK: Single values

    private static func single(
        from decoder: any Decoder,
        as type: RSDAnswerResultType
    ) throws -> AnswerValue {
        if type.baseType == .codable { return .codable(try JSONValue(from: decoder)) }
        let container = try decoder.singleValueContainer()
        switch type.baseType {
        case .boolean: return .boolean(try container.decode(Bool.self))
        case .integer: return .integer(try container.decode(Int.self))
        case .decimal: return .decimal(try decimal(in: container))
        case .string: return .string(try container.decode(String.self))
        case .codable: return .codable(try container.decode(JSONValue.self))
        case .date where type.datePattern == nil: return .date(try container.decode(Date.self))
        case .date, .data:
            let text = try container.decode(String.self)
            if let value = try AnswerValue(text: text, as: type, factory: decoder.factory) {
                return value
            }
            let form = type.baseType == .date ? type.dateFormat ?? "a date" : "Base64"
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "'\(text)' is not \(form); write it so."
            )
        }
    }

    /// Decodes a decimal; values that JSON numbers cannot express, such as `"NaN"`, are strings.
    private static func decimal(in container: any SingleValueDecodingContainer) throws -> Double {
        do {
            return try container.decode(Double.self)
        } catch {
            switch try? container.decode(String.self) {
            case "NaN": return .nan
            case "Infinity": return .infinity
            case "-Infinity": return -.infinity
            case nil, .some: throw error
            }
        }
    }

    private func encodeSingle(to encoder: any Encoder, as type: RSDAnswerResultType) throws {
        if case .codable(let json) = self, type.baseType == .codable {
            return try json.encode(to: encoder)
        }
        var container = encoder.singleValueContainer()
        switch (self, type.baseType) {
        case (.boolean(let value), .boolean): try container.encode(value)
        case (.integer(let value), .integer): try container.encode(value)
        case (.integer(let value), .decimal): try container.encode(Double(value))
        case (.decimal(let value), .decimal) where value.isFinite: try container.encode(value)
        case (.decimal(let value), .decimal):
            try container.encode(value.isNaN ? "NaN" : value > 0 ? "Infinity" : "-Infinity")
        case (.string(let value), .string): try container.encode(value)
        case (.data(let value), .data): try container.encode(value.base64EncodedString())
        case (.date(let value), .date):
            guard let pattern = type.datePattern, let factory = try? encoder.factory,
                let text = pattern.text(for: value, in: factory.utcOffset(at:))
            else { return try container.encode(value) }
            try container.encode(text)
        case (.boolean, _), (.integer, _), (.decimal, _), (.string, _), (.date, _), (.data, _),
            (.codable, _), (.array, _), (.dictionary, _):
            throw unfit(type, encoder)
        }
    }

    private func unfit(_ type: RSDAnswerResultType, _ encoder: any Encoder) -> EncodingError {
        let sequence = type.sequenceType.map { " in a sequence '\($0.rawValue)'" } ?? ""
        return EncodingError.invalidValue(
            self,
            EncodingError.Context(
                codingPath: encoder.codingPath,
                debugDescription: "The answer is not of its type '\(type.baseType.rawValue)'"
                    + "\(sequence); give the result the type of its answer."
            )
        )
    }
}

// MARK: Several answers in one text

extension AnswerValue {
    private static func elements(
        from decoder: any Decoder,
        as type: RSDAnswerResultType
    ) throws -> [AnswerValue] {
        if let separator = type.sequenceSeparator, !separator.isEmpty,
            let container = try? decoder.singleValueContainer(),
            let joined = try? container.decode(String.self)
        {
            let factory = try decoder.factory
            return try split(joined, at: separator).map { text in
                if let value = AnswerValue(text: text, as: type, factory: factory) { return value }
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "'\(text)' in '\(joined)' is no value of the type "
                        + "'\(type.baseType.rawValue)'; write one."
                )
            }
        }
        var container = try decoder.unkeyedContainer()
        var values: [AnswerValue] = []
        while !container.isAtEnd {
            values.append(try single(from: container.superDecoder(), as: type))
        }
        return values
    }

    /// Returns the answers joined to one text; `nil` if the text could not be split into the same answers again.
    private static func joined(
        _ values: [AnswerValue],
        as type: RSDAnswerResultType,
        for encoder: any Encoder
    ) throws -> String? {
        guard let separator = type.sequenceSeparator, !separator.isEmpty, !values.isEmpty,
            let factory = try? encoder.factory
        else { return nil }
        var texts: [String] = []
        for value in values {
            guard let text = value.text(as: type, factory: factory),
                AnswerValue(text: text, as: type, factory: factory) == value
            else { return nil }
            texts.append(text)
        }
        let joined = texts.joined(separator: separator)
        return split(joined, at: separator) == texts ? joined : nil
    }

    private static func split(_ text: String, at separator: String) -> [String] {
        text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }

    private init?(text: String, as type: RSDAnswerResultType, factory: RSDFactory) {
        let value: AnswerValue? =
            switch type.baseType {
            case .boolean: Bool(text).map(AnswerValue.boolean)
            case .integer: Int(text).map(AnswerValue.integer)
            case .decimal: Double(text).map(AnswerValue.decimal)
            case .string: .string(text)
            case .codable: .codable(.string(text))
            case .data: Data(base64Encoded: text).map(AnswerValue.data)
            case .date:
                (type.datePattern ?? .timestamp)
                    .storedDate(from: text, in: factory.utcOffset(at:)).map(AnswerValue.date)
            }
        guard let value else { return nil }
        self = value
    }

    private func text(as type: RSDAnswerResultType, factory: RSDFactory) -> String? {
        switch (self, type.baseType) {
        case (.boolean(let value), .boolean): "\(value)"
        case (.integer(let value), .integer): "\(value)"
        case (.decimal(let value), .decimal) where value.isFinite: "\(value)"
        case (.string(let value), .string): value
        case (.codable(.string(let value)), .codable): value
        case (.data(let value), .data): value.base64EncodedString()
        case (.date(let value), .date):
            (type.datePattern ?? .timestamp).text(for: value, in: factory.utcOffset(at:))
        case (.boolean, _), (.integer, _), (.decimal, _), (.string, _), (.date, _), (.data, _),
            (.codable, _), (.array, _), (.dictionary, _):
            nil
        }
    }
}

extension RSDAnswerResultType {
    /// The format of this type's dates, if `dateFormat` is one that can be read.
    var datePattern: DatePattern? { dateFormat.flatMap(DatePattern.init) }
}

extension Encoder {
    /// The factory of this encoder, which also encodes nested values.
    var factory: RSDFactory {
        get throws {
            if let factory = userInfo[.factory] as? RSDFactory { return factory }
            throw EncodingError.invalidValue(
                codingPath.map(\.stringValue),
                EncodingError.Context(
                    codingPath: codingPath,
                    debugDescription: "This encoder has no RSDFactory, which knows how dates are "
                        + "written. Use the one that RSDFactory.createJSONEncoder() makes."
                )
            )
        }
    }
}
