// Properties of a data type that follow from its kind of question: the answer, and how it can be shown.

extension RSDFormDataType {
    /// The type of the value that is asked for, one or several.
    public var baseType: BaseType { kind.base }

    /// Whether several values answer the question.
    public var isSequence: Bool { kind.isSequence }

    /// The hints by which the question can be shown; the most usual comes first.
    public var validHints: [RSDFormUIHint] { kind.hints }

    /// Returns the hint by which the question is shown.
    ///
    /// The hint in the file is used if it suits the kind and is supported. Otherwise, the first supported hint of the
    /// kind is used, or else `textfield`. A question for one value that has choices may use any hint for a single
    /// choice.
    public func hint(
        wished: RSDFormUIHint?,
        supported: Set<RSDFormUIHint>,
        hasChoices: Bool = false
    ) -> RSDFormUIHint {
        kind.hint(wished: wished, supported: supported, hasChoices: hasChoices)
    }

    /// Returns the type of the answer to a question of this type.
    public func answerType(
        range: (any RSDRange)? = nil,
        separator: String? = nil
    ) -> RSDAnswerResultType {
        kind.answerType(of: self, range: range, separator: separator)
    }

    /// True if the type is not built in, but an app's own.
    var isCustom: Bool {
        if case .custom = self { true } else { false }
    }
}

extension RSDFormDataType.BaseType {
    /// The type of the value in the result.
    public var answerBaseType: RSDAnswerResultType.BaseType {
        RSDFormDataType.base(self).kind.answer
    }
}
