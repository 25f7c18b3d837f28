// The word in a task file that names its kind of navigation.

/// The type of a task; an app can extend it with its own types.
public struct RSDTaskType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A task that follows the order of its steps and their rules.
    public static let task: RSDTaskType = "task"
}
