// The words by which task files name the buttons of a step.

/// The purpose of a button; an app can extend it with its own buttons.
public struct RSDUIActionType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Goes to the next step.
    public static let goForward: RSDUIActionType = "goForward"
    /// Goes to the previous step.
    public static let goBackward: RSDUIActionType = "goBackward"
    /// Leaves the step without an answer.
    public static let skip: RSDUIActionType = "skip"
    /// Leaves the task.
    public static let cancel: RSDUIActionType = "cancel"
    /// Shows more about the step.
    public static let learnMore: RSDUIActionType = "learnMore"
    /// Shows the instructions again, in full.
    public static let reviewInstructions: RSDUIActionType = "reviewInstructions"

    /// The buttons that SageResearch defines.
    static let known: [RSDUIActionType] = [
        .goForward, .goBackward, .skip, .cancel, .learnMore, .reviewInstructions,
    ]
}
