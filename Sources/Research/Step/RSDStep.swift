// The little that a recorder needs to know of a step.

/// One step of a task.
public protocol RSDStep {
    /// The identifier, unique within its task or section.
    var identifier: String { get }
    /// What kind of step this is.
    var stepType: RSDStepType { get }
}

/// The type of a step; extend it with the types of your own.
public struct RSDStepType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A step that records, or has a timer.
    public static let active: RSDStepType = "active"
    /// A step that is read.
    public static let instruction: RSDStepType = "instruction"
}
