// The `type` words by which task files choose steps.

/// The type of a step; an app can extend it with its own types.
public struct RSDStepType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A step that records, or has a timer.
    public static let active: RSDStepType = "active"
    /// A step with instructions to read.
    public static let instruction: RSDStepType = "instruction"
    /// A step that counts down to the next.
    public static let countdown: RSDStepType = "countdown"
    /// The step that ends a task.
    public static let completion: RSDStepType = "completion"
    /// A step that shows a result.
    public static let feedback: RSDStepType = "feedback"
    /// The step that describes the task.
    public static let overview: RSDStepType = "overview"
    /// A step with questions.
    public static let form: RSDStepType = "form"
    /// A form about the participant.
    public static let demographics: RSDStepType = "demographics"
    /// A step that takes or picks a picture.
    public static let imagePicker: RSDStepType = "imagePicker"
    /// A section: steps that belong together.
    public static let section: RSDStepType = "section"
    /// A whole task as a step.
    public static let subtask: RSDStepType = "subtask"
    /// A task that is fetched when the run reaches it.
    public static let taskInfo: RSDStepType = "taskInfo"
    /// A step that is defined in another file.
    public static let transform: RSDStepType = "transform"
}
