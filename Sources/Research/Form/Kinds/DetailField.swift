// Questions that open a form. Their answer is that of all questions of the form together, or of its single question.

extension RSDFieldKind {
    /// A question that opens a form.
    ///
    /// - Parameter base: The kind of its answer.
    /// - Returns: The kind of question.
    public static func detail(of base: RSDFieldKind = .codable) -> RSDFieldKind {
        RSDFieldKind(valuesOf: base, hints: detailHints)
    }

    /// A form with a single question, whose answer is the answer of the form.
    ///
    /// - Parameter question: The kind of that question.
    /// - Returns: The kind of question.
    static func detail(asking question: RSDFieldKind) -> RSDFieldKind {
        var kind = question
        kind.hints = detailHints
        kind.ownsSection = false
        kind.choices = .anywhere
        kind.usualChoices = []
        return kind
    }

    private static let detailHints: [RSDFormUIHint] = [
        .disclosureArrow, .link, .section, .popover, .button,
    ]
}

extension RSDDeclaration<any RSDInputField> {
    static var details: [Self] {
        ofEachBase("detail", usual: .codable) { word, base in
            Self(
                word,
                RSDDetailInputFieldObject.self,
                "A form of its own, which a row of this form opens.",
                kind: .detail(of: base),
                keys: RSDKey.detail
            )
        }
    }
}
