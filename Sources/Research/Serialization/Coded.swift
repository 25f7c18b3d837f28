// The parts of a task file are of types that only their `type` tells. These carry one such part
// through Codable, and a list of them without a copy of the loop in every type.

/// A part of a file that the factory decodes by its `type`.
struct CodedStep: Codable {
    let value: any RSDStep

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeStep(from: decoder)
    }

    init(_ value: any RSDStep) { self.value = value }

    func encode(to encoder: any Encoder) throws { try encodeAny(value, to: encoder) }
}

/// An async action's configuration that the factory decodes.
struct CodedAsyncAction: Codable {
    let value: any RSDAsyncActionConfiguration

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeAsyncActionConfiguration(from: decoder)
    }

    init(_ value: any RSDAsyncActionConfiguration) { self.value = value }

    func encode(to encoder: any Encoder) throws { try encodeAny(value, to: encoder) }
}

/// What a button does, decoded by the factory.
struct CodedUIAction: Codable {
    let value: any RSDUIAction

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeUIAction(from: decoder)
    }

    init(_ value: any RSDUIAction) { self.value = value }

    func encode(to encoder: any Encoder) throws { try encodeAny(value, to: encoder) }
}

/// An input field that the factory decodes by its data type.
struct CodedInputField: Codable {
    let value: any RSDInputField

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeInputField(from: decoder)
    }

    init(_ value: any RSDInputField) { self.value = value }

    func encode(to encoder: any Encoder) throws { try encodeAny(value, to: encoder) }
}

/// An image that the factory decodes.
struct CodedImageTheme: Codable {
    let value: any RSDImageThemeElement

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeImageThemeElement(from: decoder)
    }

    init(_ value: any RSDImageThemeElement) { self.value = value }

    func encode(to encoder: any Encoder) throws { try encodeAny(value, to: encoder) }
}

/// Encodes what is known by a protocol only.
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

/// A result inside another one, encoded and decoded by its `type`.
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
