// Which Swift type reads which `type` of result. One table a kind of thing keeps the factory small.

/// The types of results that can be decoded.
struct ResultTable: Sendable {
    private var types: [RSDResultType: any RSDResult.Type] = [
        .base: RSDResultObject.self,
        .file: RSDFileResultObject.self,
        .collection: RSDCollectionResultObject.self,
        .error: RSDErrorResultObject.self,
        .task: RSDTaskResultObject.self,
        .navigation: RSDResultObject.self,
        .answer: RSDAnswerResultObject.self,
    ]

    subscript(type: RSDResultType) -> (any RSDResult.Type)? {
        get { types[type] }
        set { types[type] = newValue }
    }
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
