// Which Swift type reads input fields of which data type, besides the built-in ones.

/// The input fields that are registered, by the first word of their data type.
struct InputFieldTable: Sendable {
    private var types: [RSDFormDataWord: any (RSDInputField & Decodable).Type] = [:]

    /// The words that are known, for suggestions.
    var knownWords: [String] { types.keys.map(\.rawValue).sorted() }

    subscript(type: RSDFormDataWord) -> (any (RSDInputField & Decodable).Type)? {
        get { types[type] }
        set { types[type] = newValue }
    }
}
