// The word in a task file that names its kind of navigation.

/// The type of a task; extend it with the types of your own.
public struct RSDTaskType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A task whose steps follow each other, and their rules.
    public static let task: RSDTaskType = "task"
}
