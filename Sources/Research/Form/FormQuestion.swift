// A question of a form as a value. It has everything of an input field (a class) that is needed to show the question
// with a hint that the screen supports, and to check its answers.

/// A question of a form that is being shown.
public struct FormQuestion: Sendable {
    public var identifier: String
    public var prompt: String?
    public var promptDetail: String?
    public var placeholder: String?
    public var dataType: RSDFormDataType
    /// The kind of question.
    public var kind: RSDFieldKind
    /// The hint by which it is shown.
    public var hint: RSDFormUIHint
    public var isOptional: Bool
    public var options: RSDTextFieldOptionsObject?
    public var range: (any RSDRange)?
    /// The choices; empty if there are none.
    public var choices: [RSDChoiceObject]
    /// The choices by column, for a question with columns.
    public var columns: [[RSDChoiceObject]]
    /// The answer before the participant gives one.
    public var defaultAnswer: AnswerValue?
    /// The type of the answer.
    public var answerType: RSDAnswerResultType
    public var locale: AnswerLocale
    /// How its dates are written: by `locale`, or else by the language of the screen.
    var dateStyle: DateStyle
    /// The country of its postal codes: that of `locale`, or else that of the screen's language.
    var postalRegion: String?

    /// Creates the question for a field, shown by one of the supported hints.
    public init(
        _ field: any RSDInputField,
        supportedHints: Set<RSDFormUIHint> = RSDFormUIHint.tableHints,
        locale: AnswerLocale
    ) {
        let columned = field as? any RSDMultipleComponentInputField
        let choosing = field as? any RSDChoiceInputField
        // If the field opens a form with a single question, the limits of that question apply to the field's answer.
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

    /// The text that is shown for the question: its prompt, or else its placeholder.
    public var title: String? { prompt ?? placeholder }

    /// Returns a choice whose date is reduced to what the question's format can express.
    private func kept(_ choice: RSDChoiceObject) -> RSDChoiceObject {
        var kept = choice
        kept.value = choice.value.flatMap(fittedSingle) ?? choice.value
        return kept
    }

    /// The format of the dates in the result.
    var datePattern: DatePattern { answerType.datePattern ?? kind.datePattern }
}
