// The places of a task file whose `type` tells what stands there. Families are closed, since each is a
// protocol of the model; the words of a family are open.

/// Objects that their `type` tells apart.
public enum RSDFamily: String, CaseIterable, Sendable {
    /// What a file has at its root, what stands in lists and at keys of it, and what comes of a run.
    case task, step, action, asyncAction, image, colors, inputField, surveyRule, transformer
    case result

    /// What one of them is called in messages.
    public var name: String {
        switch self {
        case .task: "task"
        case .step: "step"
        case .action: "button's action"
        case .asyncAction: "async action"
        case .image: "image"
        case .colors: "mapping of colours"
        case .inputField: "question"
        case .surveyRule: "survey rule"
        case .transformer: "transformer"
        case .result: "result"
        }
    }

    /// What several of them are called in messages.
    var plural: String { self == .colors ? "mappings of colours" : "\(name)s" }

    /// Whether an object of a type that nobody has declared cannot be read.
    public var isClosed: Bool {
        switch self {
        case .image, .colors, .surveyRule, .transformer: true
        case .task, .step, .action, .asyncAction, .inputField, .result: false
        }
    }

    /// Which words an object has whose type is not known.
    public var fallback: RSDWords {
        switch self {
        case .task: Self.anyTask
        case .step: Self.anyStep
        case .action: Self.anyAction
        case .asyncAction: Self.anyAsyncAction
        case .image: Self.anyImage
        case .colors: Self.anyColors
        case .inputField: Self.anyInputField
        case .surveyRule: Self.anySurveyRule
        case .transformer: Self.anyTransformer
        case .result: Self.anyResult
        }
    }

    /// The type of an object that does not say it; `nil` where there is none that could be meant.
    ///
    /// - Parameter has: Whether the object has a key.
    /// - Returns: The word.
    package func usualType(having has: (String) -> Bool) -> String? {
        switch self {
        case .task: RSDTaskType.task.rawValue
        case .image: "fetchable"
        case .colors: has("placement") ? "placementMapping" : "singleColor"
        case .surveyRule: RSDSurveyRuleType.comparable.rawValue
        case .transformer: RSDTaskTransformerType.resource.rawValue
        case .step, .action, .asyncAction, .inputField, .result: nil
        }
    }

    /// The key that tells what an object is, which every member has.
    package var typeKey: RSDKey {
        switch self {
        case .task: RSDKey("type", .openWord([]), "What reads the task; 'task' if not given.")
        case .step:
            RSDKey("type", .openWord([]), "What kind of step it is, which decides its other keys.")
        case .action:
            RSDKey("type", .openWord([]), isRequired: true, "What happens when it is pressed.")
        case .asyncAction:
            RSDKey("type", .openWord([]), isRequired: true, "What records, or does the work.")
        case .image: RSDKey("type", .openWord([]), "One image or several; one if not given.")
        case .colors:
            RSDKey(
                "type",
                .openWord([]),
                "One colour or several; the other keys tell if not given."
            )
        case .inputField:
            RSDKey("type", .openWord([]), isRequired: true, "What is asked for.")
        case .surveyRule:
            RSDKey("type", .openWord([]), "How the rule judges; it compares if not given.")
        case .transformer:
            RSDKey("type", .openWord([]), "What fetches it; a file if not given.")
        case .result:
            RSDKey("type", .openWord([]), isRequired: true, "What kind of result it is.")
        }
    }

    private static let anyTask = RSDWords("task", RSDKey.task)
    private static let anyStep = RSDWords("step", RSDKey.uiStep)
    private static let anyAction = RSDWords("action", RSDKey.action)
    private static let anyAsyncAction = RSDWords("asyncAction", RSDKey.otherAsyncAction)
    private static let anyImage = RSDWords("image", RSDKey.fetchableImage)
    private static let anyColors = RSDWords("colors", RSDKey.singleColor)
    private static let anyInputField = RSDWords("inputField", RSDKey.inputField(range: .anything))
    private static let anySurveyRule = RSDWords("surveyRule", RSDKey.comparableRule)
    private static let anyTransformer = RSDWords("transformer", RSDKey.resourceTransformer)
    private static let anyResult = RSDWords("result", RSDKey.result)
}
