// What every result has. Results are values: a copy that is passed on cannot change afterwards.

public import FoundationEssentials

/// The result of a step, a recorder or a task.
public protocol RSDResult: Codable, Sendable {
    /// The identifier of the step, recorder or task.
    var identifier: String { get }
    /// The type of the result; it chooses the Swift type that decodes it.
    var type: RSDResultType { get }
    /// When it began.
    var startDate: Date { get set }
    /// When it ended.
    var endDate: Date { get set }
}

/// A result that may name the step to go on with.
public protocol RSDNavigationResult: RSDResult {
    /// The step to go on with instead of the next.
    var skipToIdentifier: String? { get set }
}

/// The type of a result; an app can extend it with its own types.
public struct RSDResultType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A plain result: the step was shown, and nothing more.
    public static let base: RSDResultType = "base"
    /// A file.
    public static let file: RSDResultType = "file"
    /// A collection of results by identifier.
    public static let collection: RSDResultType = "collection"
    /// A failure.
    public static let error: RSDResultType = "error"
    /// A task, section or subtask.
    public static let task: RSDResultType = "task"
    /// A plain result that may name the step to go on with.
    public static let navigation: RSDResultType = "navigation"
    /// An answer.
    public static let answer: RSDResultType = "answer"
}

extension RSDKey {
    /// The keys of every result.
    public static let result = [
        RSDKey(
            "identifier",
            .text,
            isRequired: true,
            "The identifier of the step, recorder or task that it is the result of."
        ),
        RSDKey("startDate", .date, isRequired: true, "When it began, to the millisecond."),
        RSDKey("endDate", .date, isRequired: true, "When it ended, to the millisecond."),
    ]

    /// The key of results that may name the step to go on with.
    static let skipToIdentifier = RSDKey(
        "skipToIdentifier",
        .text,
        "The step that the task went to instead of the next one."
    )
}
