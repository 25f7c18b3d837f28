// Questions for a text, and for any JSON, of which only texts can be typed.

extension RSDFieldKind {
    /// A text.
    public static let string: RSDFieldKind = {
        var text = RSDTextRule { text, _ in .string(text) }
        text.keepsBlanks = true
        text.refusal = .otherForm
        return RSDFieldKind(
            .string,
            .string,
            "a text",
            hints: [.textfield, .multipleLine, .popover],
            range: .none("string"),
            text: text
        )
    }()

    /// Any JSON.
    public static let codable: RSDFieldKind = {
        var text = RSDTextRule { text, _ in .codable(.string(text)) }
        text.keepsBlanks = true
        text.refusal = .otherForm
        return RSDFieldKind(
            .codable,
            .codable,
            "any JSON",
            hints: [.textfield, .multipleLine],
            range: .none("codable"),
            text: text
        )
    }()
}

extension RSDDeclaration<any RSDInputField> {
    static var string: Self { Self(ofOne: .string) }
    static var codable: Self { Self(ofOne: .codable) }
}
