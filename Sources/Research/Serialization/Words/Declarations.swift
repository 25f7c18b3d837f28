// All types that a factory can read, by family. A built-in type is declared in the file of the Swift type that reads
// it; this file lists those declarations.

/// The declarations of a factory.
struct Declarations: Sendable {
    var tasks = Self.builtInTasks
    var steps = Self.builtInSteps
    var actions = Self.builtInActions
    var asyncActions = Self.builtInAsyncActions
    var images = Self.builtInImages
    var colors = Self.builtInColors
    var inputFields = Self.builtInInputFields
    var rules = Self.builtInRules
    var transformers = Self.builtInTransformers
    var results = Self.builtInResults

    private static let builtInTasks = DeclarationTable<any RSDTask>(.task, [.task])
    private static let builtInSteps = DeclarationTable<any RSDStep>(
        .step,
        [
            .active, .instruction, .countdown, .completion, .feedback, .overview, .imagePicker,
            .form, .demographics, .section, .taskInfo, .transform, .subtask,
        ]
    )
    private static let builtInActions = DeclarationTable<any RSDUIAction>(
        .action,
        [.defaultNavigation, .navigation, .reminder, .webView, .videoView]
    )
    private static let builtInAsyncActions = DeclarationTable<any RSDAsyncActionConfiguration>(
        .asyncAction,
        [.distance, .microphone, .weather]
    )
    private static let builtInImages = DeclarationTable<any RSDImageThemeElement>(
        .image,
        [.fetchable, .animated]
    )
    private static let builtInColors = DeclarationTable<any RSDColorMappingThemeElement>(
        .colors,
        [.singleColor, .placementMapping]
    )
    private static let builtInInputFields = DeclarationTable<any RSDInputField>(
        .inputField,
        RSDDeclaration.builtIn
    )
    private static let builtInRules = DeclarationTable<any RSDSurveyRule>(
        .surveyRule,
        [.comparable]
    )
    private static let builtInTransformers = DeclarationTable<any RSDTaskTransformer>(
        .transformer,
        [.resource]
    )
    private static let builtInResults = DeclarationTable<any RSDResult>(
        .result,
        [.base, .navigation, .answer, .collection, .task, .file, .error]
    )
}
