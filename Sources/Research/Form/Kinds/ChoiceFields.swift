// Questions with choices, of which the participant selects one or several. Each choice is a value of a base type.

extension RSDFieldKind {
    /// The hints for selecting one of several choices; the most usual comes first.
    static let hintsOfOneChoice: [RSDFormUIHint] = [
        .list, .radioButton, .picker, .slider, .combobox, .checkbox,
    ]

    /// A question with choices of which one can be selected.
    ///
    /// - Parameter base: The kind of each choice.
    /// - Returns: The kind of question.
    public static func singleChoice(of base: RSDFieldKind) -> RSDFieldKind {
        var kind = RSDFieldKind(valuesOf: base, hints: hintsOfOneChoice)
        kind.choices = .rows
        return kind
    }

    /// A question with choices of which several can be selected.
    ///
    /// - Parameter base: The kind of each choice.
    /// - Returns: The kind of question.
    public static func multipleChoice(of base: RSDFieldKind) -> RSDFieldKind {
        var kind = RSDFieldKind(valuesOf: base, hints: [.list, .checkbox, .combobox])
        kind.choices = .rows
        kind.isSequence = true
        kind.usualChoices = []
        return kind
    }

    /// A question with columns of choices; one choice can be selected in each column.
    ///
    /// - Parameter base: The kind of each choice.
    /// - Returns: The kind of question.
    public static func multipleComponent(of base: RSDFieldKind) -> RSDFieldKind {
        var kind = RSDFieldKind(valuesOf: base, hints: [.picker, .textfield])
        kind.choices = .columns
        kind.isSequence = true
        kind.usualChoices = []
        kind.text.read = { text, question in question.joined(text) }
        kind.text.keepsBlanks = true
        kind.text.refusal = .noChoice
        return kind
    }
}

extension RSDDeclaration<any RSDInputField> {
    static var multipleChoices: [Self] {
        ofEachBase("multipleChoice") { word, base in
            Self(
                word,
                RSDChoiceInputFieldObject.self,
                "A question with choices of which several can be taken; each is \(base.answerInWords).",
                kind: .multipleChoice(of: base),
                keys: RSDKey.choices
            )
        }
    }

    static var singleChoices: [Self] {
        ofEachBase("singleChoice") { word, base in
            Self(
                word,
                RSDChoiceInputFieldObject.self,
                "A question with choices of which one is taken; its answer is \(base.answerInWords).",
                kind: .singleChoice(of: base),
                keys: RSDKey.choices
            )
        }
    }

    static var multipleComponents: [Self] {
        ofEachBase("multipleComponent") { word, base in
            Self(
                word,
                RSDMultipleComponentInputFieldObject.self,
                "A question with choices in columns, of which one is taken in each column; each is \(base.answerInWords).",
                kind: .multipleComponent(of: base),
                keys: RSDKey.columns
            )
        }
    }
}

extension FormQuestion {
    /// Returns the answer for a text that has one choice of each column, separated by the question's separator.
    fileprivate func joined(_ text: String) -> AnswerValue? {
        let parts = text.split(
            separator: answerType.sequenceSeparator ?? "",
            omittingEmptySubsequences: false
        )
        guard parts.count == columns.count else { return nil }
        let values = zip(parts, columns).compactMap { part, column in
            column.first { $0.text == String(part) || $0.value?.plainText == String(part) }?.value
        }
        return values.count == parts.count ? .array(values) : nil
    }
}
