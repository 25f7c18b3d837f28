// What follows from a data type by the kind of question that it means: its answer, and how it can be shown.

extension RSDFormDataType {
    /// The kind of value that is asked for, one or several.
    public var baseType: BaseType { kind.base }

    /// Whether several values answer the question.
    public var isSequence: Bool { kind.isSequence }

    /// The hints that a question of this type can be shown by, the likeliest first.
    public var validHints: [RSDFormUIHint] { kind.hints }

    /// The hint by which a question is shown: the wish, if it suits the type and is supported, or the
    /// likeliest that is; a question of one value with answers to choose from can be shown as any other
    /// with them.
    public func hint(
        wished: RSDFormUIHint?,
        supported: Set<RSDFormUIHint>,
        hasChoices: Bool = false
    ) -> RSDFormUIHint {
        kind.hint(wished: wished, supported: supported, hasChoices: hasChoices)
    }

    /// What kind of answer a question of this type has.
    public func answerType(
        range: (any RSDRange)? = nil,
        separator: String? = nil
    ) -> RSDAnswerResultType {
        kind.answerType(of: self, range: range, separator: separator)
    }

    /// Whether only an app knows the type.
    var isCustom: Bool {
        if case .custom = self { true } else { false }
    }
}

extension RSDFormDataType.BaseType {
    /// The kind of value that stands in the result.
    public var answerBaseType: RSDAnswerResultType.BaseType {
        RSDFormDataType.base(self).kind.answer
    }
}
