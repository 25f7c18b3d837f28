// The kind of a question in one value: its answer, how it can be shown, and how its answers are typed, checked,
// displayed and picked. To define a new kind, copy a built-in one and change what differs.

public import FoundationEssentials

/// The kind of a question.
public struct RSDFieldKind: Sendable {
    /// Returns the picker for a question at a given time; `nil` if the answer is typed.
    public typealias Picker =
        @Sendable (_ question: FormQuestion, _ now: Date) -> RSDPickerDataSource?

    /// The type of its values, with the name in task files.
    public let base: RSDFormDataType.BaseType
    /// The type of its values in the result.
    public let answer: RSDAnswerResultType.BaseType
    /// The answer in words, such as 'a whole number', for messages.
    public var answerInWords: String
    /// Whether the answer has several values.
    public var isSequence = false
    /// The hints by which it can be shown; the most usual comes first.
    public var hints: [RSDFormUIHint]
    /// What its key `range` allows.
    public var range: RSDFieldRange
    /// How its answers are typed.
    public var text: RSDTextRule
    /// The picker if the question has no choices of its own.
    public var picker: Picker = { _, _ in nil }
    /// The unit of its answers in the result, which depends on the range.
    public var unit: @Sendable (_ range: (any RSDRange)?) -> String? = {
        ($0 as? RSDNumberRangeObject)?.unit
    }
    /// The quantity that it asks for, if hosts have special texts and columns for it.
    public var quantity: RSDFieldQuantity?
    /// Whether a section of the form that starts with this question may have no other question.
    public var ownsSection = false
    /// Whether most answers are not whole numbers; the question is then typed unless its range has steps.
    public var isContinuous = false
    /// Whether and where it has choices.
    var choices = Choices.anywhere
    /// The choices if the question has none of its own.
    var usualChoices: [RSDChoiceObject] = []
    /// Whether it is a yes-or-no question, answered by one checkbox or two rows.
    package var isYesOrNo = false
    /// Whether any hint suits it, because an app has defined it.
    var takesAnyHint = false
    /// The format of its dates if its range gives none.
    var datePattern = DatePattern.timestamp
    /// The units in which it is typed, and those in which it is shown.
    var measure: (@Sendable (AnswerLocale) -> (units: [MeasureUnit], shown: [MeasureUnit]))?

    /// Whether and where a question has choices: optional, always in rows, or always in columns.
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

    /// Creates a kind with the type, range, text rule, picker, unit and usual choices of another one, and other hints.
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
        unit = kind.unit
        usualChoices = kind.usualChoices
    }
}

/// A quantity for which hosts have special texts and columns.
public enum RSDFieldQuantity: Sendable, Hashable, CaseIterable {
    case height, weight, bloodPressure, duration
}

extension RSDFieldKind {
    /// Whether it is typed in the units of the country, while its answer has one fixed unit.
    package var measuresInUnits: Bool { measure != nil }

    /// The kinds whose answer is a single value.
    static let bases: [RSDFieldKind] = [
        .boolean, .date, .decimal, .duration, .fraction, .integer, .string, .year, .codable,
    ]

    /// The kind of an app's question that is not declared.
    ///
    /// - Parameter base: The type of its values.
    /// - Returns: The kind: it is typed, and any hint suits it.
    static func undeclared(_ base: RSDFormDataType.BaseType) -> RSDFieldKind {
        let values = bases.first { $0.base == base } ?? .codable
        var kind = RSDFieldKind(valuesOf: values, hints: [.textfield])
        kind.takesAnyHint = true
        return kind
    }

    /// Returns the type of a question's answer.
    ///
    /// - Parameters:
    ///   - type: The question's type, as its file names it.
    ///   - range: Which values are allowed.
    ///   - separator: The separator that joins several values to one text.
    /// - Returns: The type of the answer, for the result.
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
