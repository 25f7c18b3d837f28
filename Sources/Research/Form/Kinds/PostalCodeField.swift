// Questions for a postal code; `PostalCode` decides which part of it is kept.

extension RSDFieldKind {
    /// A postal code.
    public static let postalCode: RSDFieldKind = {
        var kind = RSDFieldKind(valuesOf: .string, hints: [.textfield])
        kind.text = RSDTextRule { text, question in
            PostalCode.kept(of: text, in: question.postalRegion).map { .string($0) }
        }
        kind.text.refusal = RSDTextRule.Refusal("Write the whole postal code.", .noPostalCode)
        kind.text.autocapitalizationType = "allCharacters"
        kind.range = .none("postal code")
        return kind
    }()
}

extension RSDDeclaration<any RSDInputField> {
    static var postalCode: Self {
        Self(
            "postalCode",
            "A question for a postal code, of which only the part for the region is stored.",
            kind: .postalCode
        )
    }
}
