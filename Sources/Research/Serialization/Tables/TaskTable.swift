// Which Swift type reads which `type` of task; any other is read as a plain task.

/// The types of tasks that can be decoded.
struct TaskTable: Sendable {
    private var types: [RSDTaskType: any (RSDTask & Decodable).Type] = [
        .task: RSDTaskObject.self
    ]

    /// The words that are known, for suggestions.
    var knownWords: [String] { types.keys.map(\.rawValue).sorted() }

    subscript(type: RSDTaskType) -> (any (RSDTask & Decodable).Type)? {
        get { types[type] }
        set { types[type] = newValue }
    }
}
