// The keys of questions, and of results.

extension TaskVocabulary {
    /// Every data type with its word, each choice with each base.
    static let inputFieldWords: [(word: String, kind: Kind)] = {
        let bases = RSDFormDataType.BaseType.allCases.map(\.rawValue)
        let sizes = RSDFormDataType.MeasurementRange.allCases.map(\.rawValue)
        let measures = RSDFormDataType.MeasurementType.allCases.map(\.rawValue)
        let plain =
            bases + RSDFormDataType.DateType.allCases.map(\.rawValue) + ["postalCode"]
            + withEndings(measures, sizes)
        return plain.map { ($0, .inputField) }
            + RSDFormDataType.CollectionType.allCases.flatMap { collection in
                let kind: Kind = collection == .multipleComponent ? .columnField : .choiceField
                return withEndings([collection.rawValue], bases).map { ($0, kind) }
            }
            + withEndings(["detail"], bases).map { ($0, .detailField) }
    }()

    private static func withEndings(_ words: [String], _ endings: [String]) -> [String] {
        words.flatMap { word in [word] + endings.map { "\(word).\($0)" } }
    }

    static func formRows(of kind: Kind) -> [Row] {
        switch kind {
        case .inputField: fieldRows
        case .choiceField: [Row("choices", .list(.either(choices)), isRequired: true)] + choiceRows
        case .columnField:
            // One column may stand there by itself.
            [
                Row(
                    "choices",
                    .list(.either(choices + [.list(.either(choices))])),
                    isRequired: true
                )
            ] + choiceRows
        case .detailField:
            [Row("transitionStyle", .text), Row("inputFields", .list(.member(.inputField)))]
        case .choice:
            [
                Row("value", .anything), Row("text", .text), Row("detail", .text),
                Row("icon", .text), Row("isExclusive", .boolean),
            ]
        case .textOptions:
            [
                Row("textValidator", .text), Row("invalidMessage", .text),
                Row("maximumLength", .integer), Row("isSecureTextEntry", .boolean),
                Row("autocapitalizationType", .text), Row("autocorrectionType", .text),
                Row("spellCheckingType", .text), Row("keyboardType", .text),
            ]
        case .numberRange: numberRows + [Row("formatter", .object(.formatter))]
        case .dateRange: dateRows
        case .durationRange: numberRows + [Row("durationUnits", .list(.text))]
        case .yearRange: numberRows + dateRows + [Row("formatter", .object(.formatter))]
        case .formatter: [Row("maximumDigits", .integer)]
        case .surveyRule:
            [
                Row("type", .openWord(["comparable"])), Row("matchingAnswer", .anything),
                Row("ruleOperator", .word(RSDSurveyRuleOperator.allCases.map(\.rawValue))),
                Row("skipToIdentifier", .step), Row("cohort", .text),
            ]
        default: []
        }
    }

    private static let choices: [Shape] = [.text, .number, .boolean, .object(.choice)]

    private static let choiceRows = [Row("defaultAnswer", .anything), Row("separator", .text)]

    private static let fieldRows = [
        Row("identifier", .text),
        Row("type", .openWord(inputFieldWords.map(\.word)), isRequired: true),
        Row("prompt", .text), Row("promptDetail", .text), Row("placeholder", .text),
        Row(
            "uiHint",
            .openWord([
                "button", "checkbox", "combobox", "disclosureArrow", "link", "list",
                "multipleLine", "picker", "popover", "radioButton", "section", "slider",
                "textfield", "toggle",
            ])
        ),
        Row("optional", .boolean), Row("textFieldOptions", .object(.textOptions)),
        Row("range", .anything), Row("surveyRules", .list(.member(.surveyRule))),
    ]

    private static let numberRows = [
        Row("minimumValue", .number), Row("maximumValue", .number), Row("stepInterval", .number),
        Row("unit", .text),
    ]

    private static let dateRows = [
        Row("minimumDate", .text), Row("maximumDate", .text), Row("allowFuture", .boolean),
        Row("allowPast", .boolean), Row("minuteInterval", .integer), Row("codingFormat", .text),
        Row("defaultDate", .text),
    ]

    // MARK: Results

    static func resultRows(of kind: Kind) -> [Row] {
        switch kind {
        case .result:
            [
                Row("identifier", .text, isRequired: true),
                Row(
                    "type",
                    .openWord(words(of: .result).map(\.word)),
                    isRequired: true
                ),
                Row("startDate", .date, isRequired: true), Row("endDate", .date, isRequired: true),
            ]
        case .baseResult: [Row("skipToIdentifier", .text)]
        case .answerResult:
            [
                Row("answerType", .object(.answerType), isRequired: true),
                Row("value", .anything), Row("questionText", .text),
            ]
        case .answerType:
            [
                Row(
                    "baseType",
                    .word(["string", "boolean", "data", "date", "decimal", "integer", "codable"]),
                    isRequired: true
                ),
                Row("sequenceType", .word(["array", "dictionary"])), Row("formDataType", .text),
                Row("dateFormat", .text), Row("dateLocaleIdentifier", .text), Row("unit", .text),
                Row("sequenceSeparator", .text),
            ]
        case .collectionResult:
            [
                Row("inputResults", .list(.member(.result)), isRequired: true),
                Row("skipToIdentifier", .text),
            ]
        case .taskResult:
            [
                Row("taskRunUUID", .text, isRequired: true),
                Row("schemaInfo", .object(.schemaInfo), isRequired: true),
                Row("stepHistory", .list(.member(.result)), isRequired: true),
                Row("asyncResults", .list(.member(.result))),
            ]
        case .fileResult:
            [
                Row("startUptime", .number), Row("contentType", .text),
                Row("relativePath", .text, isRequired: true),
            ]
        case .errorResult:
            [
                Row("errorDescription", .text, isRequired: true),
                Row("errorDomain", .text, isRequired: true),
                Row("errorCode", .integer, isRequired: true),
            ]
        default: []
        }
    }
}
