// The words by which task files choose steps.

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
    /// A step that counts down to the next.
    public static let countdown: RSDStepType = "countdown"
    /// The step that ends a task.
    public static let completion: RSDStepType = "completion"
    /// A step that shows a result.
    public static let feedback: RSDStepType = "feedback"
    /// The step that tells what the task is.
    public static let overview: RSDStepType = "overview"
    /// A step with questions.
    public static let form: RSDStepType = "form"
    /// A form about the participant.
    public static let demographics: RSDStepType = "demographics"
    /// A step that takes a picture.
    public static let imagePicker: RSDStepType = "imagePicker"
    /// Steps that belong together.
    public static let section: RSDStepType = "section"
    /// A whole task as a step.
    public static let subtask: RSDStepType = "subtask"
    /// A task that is fetched when its turn comes.
    public static let taskInfo: RSDStepType = "taskInfo"
    /// A step that stands in another file.
    public static let transform: RSDStepType = "transform"
}
