// Which Swift type reads which `type` of transformer; transformers without a type are resources.

/// The types of task transformers that can be decoded.
struct TransformerTable: Sendable {
    private var types: [RSDTaskTransformerType: any (RSDTaskTransformer & Decodable).Type] = [
        .resource: RSDResourceTransformerObject.self
    ]

    /// The words that are known, for suggestions.
    var knownWords: [String] { types.keys.map(\.rawValue).sorted() }

    subscript(type: RSDTaskTransformerType) -> (any (RSDTaskTransformer & Decodable).Type)? {
        get { types[type] }
        set { types[type] = newValue }
    }
}
