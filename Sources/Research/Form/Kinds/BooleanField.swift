// Yes-or-no questions: two rows, or one checkbox.

extension RSDFieldKind {
    /// Yes or no.
    public static let boolean: RSDFieldKind = {
        var text = RSDTextRule { text, _ in answers[text.lowercased()].map(AnswerValue.boolean) }
        text.refusal = RSDTextRule.Refusal("Answer yes or no.", .noYesOrNo)
        var kind = RSDFieldKind(
            .boolean,
            .boolean,
            "yes or no",
            hints: [.list, .picker, .checkbox, .radioButton, .toggle],
            range: .none("boolean"),
            text: text
        )
        kind.isYesOrNo = true
        kind.ownsSection = true
        kind.usualChoices = [
            RSDChoiceObject(value: .boolean(true), text: "Yes"),
            RSDChoiceObject(value: .boolean(false), text: "No"),
        ]
        return kind
    }()

    private static let answers = [
        "true": true, "yes": true, "1": true, "false": false, "no": false, "0": false,
    ]
}

extension RSDDeclaration<any RSDInputField> {
    static var boolean: Self { Self(ofOne: .boolean) }
}
