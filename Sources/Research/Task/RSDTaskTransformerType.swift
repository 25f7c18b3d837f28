// The `type` words by which task files choose how a task is fetched.

/// The type of a transformer; an app can extend it with its own types.
public struct RSDTaskTransformerType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Another file, in one of the resource folders.
    public static let resource: RSDTaskTransformerType = "resource"
}
