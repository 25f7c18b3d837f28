// The families of objects with a `type`. The set of families is fixed, since each family corresponds to a protocol of
// the model; apps can add types to a family.

/// A family of objects whose Swift types are chosen by the key `type`.
public enum RSDFamily: String, CaseIterable, Sendable {
    /// The objects of task files, and those of results.
    case task, step, action, asyncAction, image, colors, inputField, surveyRule, transformer
    case result

    /// The name of one member in messages.
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

    /// The name of one member with its article.
    var nameWithArticle: String { ("aeiou".contains(name.prefix(1)) ? "an " : "a ") + name }

    /// The name of several members in messages.
    var plural: String { self == .colors ? "mappings of colours" : "\(name)s" }

    /// True if an object of an undeclared type cannot be decoded.
    public var isClosed: Bool {
        switch self {
        case .image, .colors, .surveyRule, .transformer: true
        case .task, .step, .action, .asyncAction, .inputField, .result: false
        }
    }

    /// The keys of an object whose type is not declared.
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

    /// Returns the type of an object that does not give one; `nil` if none can be assumed.
    ///
    /// - Parameter has: Returns whether the object has a key.
    /// - Returns: The `type` word.
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

    /// The declaration of the key `type`, which every member has.
    package var typeKey: RSDKey {
        switch self {
        case .task: RSDKey("type", .openWord([]), "The type of the task; 'task' if not given.")
        case .step:
            RSDKey("type", .openWord([]), "The type of the step, which decides its other keys.")
        case .action:
            RSDKey(
                "type",
                .openWord([]),
                isRequired: true,
                "What the button does when it is pressed."
            )
        case .asyncAction:
            RSDKey(
                "type",
                .openWord([]),
                isRequired: true,
                "The type of the async action, such as 'motion' for a recorder of motion sensors."
            )
        case .image:
            RSDKey(
                "type",
                .openWord([]),
                "The type of the image: 'fetchable' for one, 'animated' for several; 'fetchable' if not given."
            )
        case .colors:
            RSDKey(
                "type",
                .openWord([]),
                "The type of the mapping: 'singleColor' or 'placementMapping'; if not given, 'placementMapping' for an object with 'placement', else 'singleColor'."
            )
        case .inputField:
            RSDKey(
                "type",
                .openWord([]),
                isRequired: true,
                "The kind of answer that the question asks for."
            )
        case .surveyRule:
            RSDKey("type", .openWord([]), "The type of the rule; 'comparable' if not given.")
        case .transformer:
            RSDKey("type", .openWord([]), "The type of the transformer; 'resource' if not given.")
        case .result:
            RSDKey("type", .openWord([]), isRequired: true, "The type of the result.")
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
