// Which Swift type reads which `type` of async action. Recorders are in modules above this one: their
// hosts register them. Any other is read as a standard configuration, which has no recorder.

/// The types of async actions that can be decoded.
struct AsyncActionTable: Sendable {
    private var types: [RSDAsyncActionType: any (RSDAsyncActionConfiguration & Decodable).Type] =
        [:]

    /// The words that are known, for suggestions.
    var knownWords: [String] { types.keys.map(\.rawValue).sorted() }

    subscript(type: RSDAsyncActionType) -> (any (RSDAsyncActionConfiguration & Decodable).Type)? {
        get { types[type] }
        set { types[type] = newValue }
    }
}
