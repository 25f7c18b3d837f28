// The words by which task files choose how a task is fetched.

/// What fetches a task; extend it with the types of your own.
public struct RSDTaskTransformerType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A resource beside the task file.
    public static let resource: RSDTaskTransformerType = "resource"
}
