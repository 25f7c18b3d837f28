// A type of question of the study's own: a shoe size, kept in the sizes of Europe, and typed in those of
// Britain, too. All that Footfall must know of it is in this file.

public import Research

// the lines from here
extension RSDFieldKind {
    /// A whole number of sizes; `UK 8` is 41.
    public static let shoeSize: RSDFieldKind = {
        var kind = RSDFieldKind.integer
        kind.hints = [.textfield]
        kind.unit = { _ in "EU" }
        kind.text.read = { text, _ in
            guard text.hasPrefix("UK ") else { return Int(text).map(AnswerValue.integer) }
            return Int(text.dropFirst(3)).map { .integer($0 + 33) }
        }
        kind.text.refusal = RSDTextRule.Refusal("Write a shoe size, as 41 or UK 8.")
        kind.text.keyboardType = { _ in "default" }
        return kind
    }()
}

extension RSDDeclaration<any RSDInputField> {
    /// A question for a shoe size.
    public static var shoeSize: Self {
        Self("shoeSize", "A question for a shoe size.", kind: .shoeSize)
    }
}
// the lines to here
