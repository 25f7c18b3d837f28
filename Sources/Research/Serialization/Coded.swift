// Wrappers that make protocol values `Codable`. Only the `type` in a file decides the Swift type of such a value, so
// the factory must decode it. A wrapper holds one value, so a list is decoded as an array of wrappers.

/// A step that the factory decodes by its `type`.
struct CodedStep: Codable {
    let value: any RSDStep

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeStep(from: decoder)
    }

    init(_ value: any RSDStep) { self.value = value }

    func encode(to encoder: any Encoder) throws { try encodeAny(value, to: encoder) }
}

/// The configuration of an async action, decoded by the factory.
struct CodedAsyncAction: Codable {
    let value: any RSDAsyncActionConfiguration

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeAsyncActionConfiguration(from: decoder)
    }

    init(_ value: any RSDAsyncActionConfiguration) { self.value = value }

    func encode(to encoder: any Encoder) throws { try encodeAny(value, to: encoder) }
}

/// The action of a button, decoded by the factory.
struct CodedUIAction: Codable {
    let value: any RSDUIAction

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeUIAction(from: decoder)
    }

    init(_ value: any RSDUIAction) { self.value = value }

    func encode(to encoder: any Encoder) throws { try encodeAny(value, to: encoder) }
}

/// An input field, decoded by the factory by its data type.
struct CodedInputField: Codable {
    let value: any RSDInputField

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeInputField(from: decoder)
    }

    init(_ value: any RSDInputField) { self.value = value }

    func encode(to encoder: any Encoder) throws { try encodeAny(value, to: encoder) }
}

/// An image, decoded by the factory.
struct CodedImageTheme: Codable {
    let value: any RSDImageThemeElement

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeImageThemeElement(from: decoder)
    }

    init(_ value: any RSDImageThemeElement) { self.value = value }

    func encode(to encoder: any Encoder) throws { try encodeAny(value, to: encoder) }
}

/// Encodes a value of which only a protocol is known.
func encodeAny(_ value: Any, to encoder: any Encoder) throws {
    guard let encodable = value as? any Encodable else {
        throw EncodingError.invalidValue(
            value,
            EncodingError.Context(
                codingPath: encoder.codingPath,
                debugDescription: "\(type(of: value)) is not Encodable; make it so, or leave it "
                    + "out."
            )
        )
    }
    try encodable.encode(to: encoder)
}

/// A result within another result, encoded and decoded by its `type`.
struct CodedResult: Codable {
    let value: any RSDResult

    init(_ value: any RSDResult) {
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeResult(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
