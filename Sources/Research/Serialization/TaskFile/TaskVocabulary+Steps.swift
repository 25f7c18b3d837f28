// The keys of tasks and steps.

extension TaskVocabulary {
    /// The kinds of devices that a step may have overrides for.
    static let devices = ["computer", "phone", "tablet", "tv", "watch"]

    /// The buttons that are known.
    static let buttons = [
        "goForward", "goBackward", "skip", "cancel", "learnMore", "reviewInstructions",
    ]

    private static let handlerRows = [
        Row("actions", .map(buttons, .member(.action))),
        Row("shouldHideActions", .list(.openWord(buttons))),
    ]

    private static let levelRows = [
        Row("steps", .list(.member(.step)), isRequired: true),
        Row("progressMarkers", .list(.awaitedStep)),
        Row("asyncActions", .list(.member(.asyncAction))),
    ]

    private static func head(_ family: Family) -> [Row] {
        [
            Row("identifier", .text, isRequired: true),
            Row("type", .openWord(words(of: family).map(\.word))),
        ]
    }

    static func stepRows(of kind: Kind) -> [Row] {
        switch kind {
        case .task:
            head(.task) + handlerRows + levelRows + [
                Row("schemaInfo", .object(.schemaInfo)), Row("copyright", .text),
                Row("usesTrackedData", .boolean),
            ]
        case .sectionStep: head(.step) + handlerRows + levelRows
        case .uiStep: head(.step) + handlerRows + uiRows
        case .activeStep:
            [
                Row("duration", .number),
                Row("commands", .list(.word(RSDActiveUIStepCommand.words.map(\.word)))),
                Row("requiresBackgroundAudio", .boolean), Row("shouldEndOnInterrupt", .boolean),
                Row("spokenInstructions", .instants(SpokenInstructions.words)),
            ]
        case .overviewStep: [Row("icons", .list(.object(.icon)))]
        case .resultSummaryStep:
            [
                Row("resultIdentifier", .text), Row("stepResultIdentifier", .text),
                Row("resultTitle", .text), Row("unitText", .text),
            ]
        case .formStep: [Row("inputFields", .list(.member(.inputField)), isRequired: true)]
        case .imagePickerStep:
            [
                Row(
                    "sourceType",
                    .word(RSDImagePickerStepObject.SourceType.allCases.map(\.rawValue))
                ),
                Row(
                    "mediaTypes",
                    .list(.word(RSDImagePickerStepObject.MediaType.allCases.map(\.rawValue)))
                ),
            ]
        case .subtaskStep:
            [
                Row("identifier", .text), Row("type", .openWord(["subtask"])),
                Row("task", .member(.task), isRequired: true),
            ]
        case .taskInfoStep: head(.step) + infoRows
        case .transformStep:
            head(.step) + [
                Row("resourceTransformer", .member(.transformer), isRequired: true)
            ]
        default: []
        }
    }

    private static let uiRows =
        [
            Row("title", .text), Row("text", .text), Row("detail", .text), Row("footnote", .text),
            Row("fullInstructionsOnly", .boolean), Row("nextStepIdentifier", .step),
            Row("permissions", .list(.object(.permission))),
            Row("viewTheme", .object(.viewTheme)), Row("colorMapping", .member(.colors)),
            Row("image", .member(.image)), Row("beforeCohortRules", .list(.object(.cohortRule))),
            Row("afterCohortRules", .list(.object(.cohortRule))),
        ] + devices.map { Row($0, .overrides) }

    private static let infoRows = [
        Row("title", .text), Row("subtitle", .text), Row("detail", .text), Row("icon", .text),
        Row("estimatedMinutes", .integer), Row("schemaInfo", .object(.schemaInfo)),
        Row("taskTransformer", .member(.transformer)),
    ]
}
