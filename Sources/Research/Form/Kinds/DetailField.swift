// Questions that are a form of their own, whose answers together are theirs, or whose first one is.

extension RSDFieldKind {
    /// A form of its own.
    ///
    /// - Parameter base: What its answer is.
    /// - Returns: The kind.
    public static func detail(of base: RSDFieldKind = .codable) -> RSDFieldKind {
        RSDFieldKind(valuesOf: base, hints: detailHints)
    }

    /// A form whose only question is of a kind: what answers that one answers the form.
    ///
    /// - Parameter question: The kind of the question.
    /// - Returns: The kind.
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
