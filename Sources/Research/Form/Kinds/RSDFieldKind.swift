// What a type of question is, said once, in one value: what answers it, how it can be shown, and how its
// answers are typed, judged, told and picked. A type of an app's own is a copy of a built-in one in which it
// says what is different.

public import FoundationEssentials

/// What a type of question is.
public struct RSDFieldKind: Sendable {
    /// What picks an answer of a question at an instant; `nil` where it is typed.
    public typealias Picker =
        @Sendable (_ question: FormQuestion, _ now: Date) -> RSDPickerDataSource?

    /// The type of its values by the field's name.
    public let base: RSDFormDataType.BaseType
    /// The type of its values in the result.
    public let answer: RSDAnswerResultType.BaseType
    /// What its answer is, in words, such as 'a whole number'.
    public var answerInWords: String
    /// Whether several values answer it.
    public var isSequence = false
    /// How it can be shown, the usual way first.
    public var hints: [RSDFormUIHint]
    /// What may stand at its `range`.
    public var range: RSDFieldRange
    /// How it is typed.
    public var text: RSDTextRule
    /// What it is picked from where nobody gives it choices.
    public var picker: Picker = { _, _ in nil }
    /// The unit of its answers in the result, by its range.
    public var unit: @Sendable (_ range: (any RSDRange)?) -> String? = {
        ($0 as? RSDNumberRangeObject)?.unit
    }
    /// The quantity that it asks for, where hosts have words and wheels for it.
    public var quantity: RSDFieldQuantity?
    /// Whether it has a section of its own where it would begin one.
    public var ownsSection = false
    /// Whether most of its answers lie between whole numbers, so that it is typed where its range has no steps.
    public var isContinuous = false
    /// Where its choices stand.
    var choices = Choices.anywhere
    /// The choices that it has where nobody gives it any.
    var usualChoices: [RSDChoiceObject] = []
    /// Whether it is answered by one box, or by yes and no.
    package var isYesOrNo = false
    /// Whether it can be shown by any hint, since only an app knows it.
    var takesAnyHint = false
    /// How its dates are written where its range does not say.
    var datePattern = DatePattern.timestamp
    /// The units that it is typed in, and those that it is shown in.
    var measure: (@Sendable (AnswerLocale) -> (units: [MeasureUnit], shown: [MeasureUnit]))?

    /// Where the choices of a question stand: there may be some, there are some in rows, or in columns.
    enum Choices: Sendable { case anywhere, rows, columns }

    init(
        _ base: RSDFormDataType.BaseType,
        _ answer: RSDAnswerResultType.BaseType,
        _ answerInWords: String,
        hints: [RSDFormUIHint],
        range: RSDFieldRange,
        text: RSDTextRule
    ) {
        self.base = base
        self.answer = answer
        self.answerInWords = answerInWords
        self.hints = hints
        self.range = range
        self.text = text
    }

    /// A kind whose values are those of another one, and that shares nothing else with it.
    init(valuesOf kind: RSDFieldKind, hints: [RSDFormUIHint]) {
        self.init(
            kind.base,
            kind.answer,
            kind.answerInWords,
            hints: hints,
            range: kind.range,
            text: kind.text
        )
        picker = kind.picker
        usualChoices = kind.usualChoices
    }
}

/// A quantity that hosts have words and wheels for.
public enum RSDFieldQuantity: Sendable, Hashable, CaseIterable {
    case height, weight, bloodPressure, duration
}

extension RSDFieldKind {
    /// Whether it is typed in the units of the country, and answered in one.
    package var measuresInUnits: Bool { measure != nil }

    /// The kinds whose answers are one value each.
    static let bases: [RSDFieldKind] = [
        .boolean, .date, .decimal, .duration, .fraction, .integer, .string, .year, .codable,
    ]

    /// A kind that only an app knows, and has not declared.
    ///
    /// - Parameter base: The type of its values.
    /// - Returns: The kind, which is typed, and can be shown by any hint.
    static func undeclared(_ base: RSDFormDataType.BaseType) -> RSDFieldKind {
        let values = bases.first { $0.base == base } ?? .codable
        var kind = RSDFieldKind(valuesOf: values, hints: [.textfield])
        kind.takesAnyHint = true
        return kind
    }

    /// What kind of answer a question has.
    ///
    /// - Parameters:
    ///   - type: The question's type, as its file names it.
    ///   - range: Which values are possible.
    ///   - separator: What stands between several values that are one text.
    /// - Returns: What its result says of the answer.
    public func answerType(
        of type: RSDFormDataType,
        range: (any RSDRange)? = nil,
        separator: String? = nil
    ) -> RSDAnswerResultType {
        var answerType = RSDAnswerResultType(
            baseType: answer,
            sequenceType: isSequence ? .array : nil
        )
        answerType.formDataType = type
        answerType.sequenceSeparator = separator
        answerType.unit = unit(range)
        if answer == .date {
            let dates = range as? RSDDateRangeObject
            answerType.dateFormat = dates?.codingFormat ?? datePattern.format
        }
        return answerType
    }
}
