// A question as a value: what judging an answer needs of a field, which is a class, resolved once for
// the hints that a screen supports.

/// A question of a form that is shown.
public struct FormQuestion: Sendable {
    public var identifier: String
    public var prompt: String?
    public var promptDetail: String?
    public var placeholder: String?
    public var dataType: RSDFormDataType
    /// What its type means.
    public var kind: RSDFieldKind
    /// How it is shown.
    public var hint: RSDFormUIHint
    public var isOptional: Bool
    public var options: RSDTextFieldOptionsObject?
    public var range: (any RSDRange)?
    /// The answers to choose from; empty where none are given.
    public var choices: [RSDChoiceObject]
    /// The answers to choose from, where they stand in columns.
    public var columns: [[RSDChoiceObject]]
    /// What is answered before anybody has.
    public var defaultAnswer: AnswerValue?
    /// What kind of answer it has.
    public var answerType: RSDAnswerResultType
    public var locale: AnswerLocale
    /// How its dates are written: as the locale says, else as whoever shows it does.
    var dateStyle: DateStyle
    /// The country of its postal codes: as the locale says, else that of whoever shows it.
    var postalRegion: String?

    /// A field as it is shown by the hints that are supported.
    public init(
        _ field: any RSDInputField,
        supportedHints: Set<RSDFormUIHint> = RSDFormUIHint.tableHints,
        locale: AnswerLocale
    ) {
        let columned = field as? any RSDMultipleComponentInputField
        let choosing = field as? any RSDChoiceInputField
        // What bounds the answer of a form's only question bounds that of the form.
        let bounded = (field as? RSDDetailInputFieldObject)?.onlyField ?? field
        identifier = field.identifier
        prompt = field.inputPrompt
        promptDetail = field.inputPromptDetail
        placeholder = field.placeholder
        dataType = field.dataType
        kind = field.kind
        hint = field.kind.hint(
            wished: field.inputUIHint,
            supported: supportedHints,
            hasChoices: choosing?.choices.isEmpty == false
        )
        options = field.textFieldOptions ?? bounded.textFieldOptions
        range = bounded.range
        choices = choosing?.choices ?? []
        columns = columned?.columns ?? []
        isOptional = field.isOptional || (choosing.map { $0.choices.count <= 1 } ?? false)
        defaultAnswer =
            choosing?.defaultAnswer ?? columned?.defaultAnswer
            ?? (field.range as? RSDDateRangeObject)?.defaultDate.map(AnswerValue.date)
        answerType = field.kind.answerType(
            of: field.dataType,
            range: bounded.range,
            separator: columned?.separator
        )
        self.locale = locale
        dateStyle = locale.dates ?? .iso
        postalRegion = locale.regionCode
        if answerType.baseType == .date {
            choices = choices.map(kept)
            columns = columns.map { $0.map(kept) }
        }
        if choices.isEmpty, !hint.showsBox { choices = kind.usualChoices }
    }

    /// The text that is shown for the question: its prompt, else what an empty field shows.
    public var title: String? { prompt ?? placeholder }

    /// A choice of a date as far as the question's format says it.
    private func kept(_ choice: RSDChoiceObject) -> RSDChoiceObject {
        var kept = choice
        kept.value = choice.value.flatMap(fittedSingle) ?? choice.value
        return kept
    }

    /// The form in which a result has its dates.
    var datePattern: DatePattern { answerType.datePattern ?? kind.datePattern }
}
