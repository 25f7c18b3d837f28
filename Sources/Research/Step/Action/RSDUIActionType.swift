// The buttons that a step may have, by the words of task files.

/// What a button is for; extend it with the buttons of your own.
public struct RSDUIActionType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Goes on.
    public static let goForward: RSDUIActionType = "goForward"
    /// Goes back.
    public static let goBackward: RSDUIActionType = "goBackward"
    /// Leaves the step without an answer.
    public static let skip: RSDUIActionType = "skip"
    /// Leaves the task.
    public static let cancel: RSDUIActionType = "cancel"
    /// Shows more about the step.
    public static let learnMore: RSDUIActionType = "learnMore"
    /// Shows the instructions again, in full.
    public static let reviewInstructions: RSDUIActionType = "reviewInstructions"

    /// The buttons that the framework has.
    static let known: [RSDUIActionType] = [
        .goForward, .goBackward, .skip, .cancel, .learnMore, .reviewInstructions,
    ]
}
