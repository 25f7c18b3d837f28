// The declaration of an option: enough to parse it, to convert its value and to print its line of help.
// A command reads its options with the same `Option` and `Flag` values that it declares.

/// An option as the parser and the help see it, without the type of its value.
package struct OptionDeclaration: Sendable {
    /// The long name, without dashes.
    package let name: String
    /// The letter that stands for it, if it has one.
    package var letter: Character?
    /// The placeholder for its value in the help; `nil` for a flag.
    package var valueName: String?
    /// Whether it may be given more than once.
    package var repeats = false
    /// What it does, and the default if it is not given.
    package private(set) var summary: String
    /// Returns why a word cannot be its value; `nil` if it can.
    package var fault: @Sendable (String) -> ConversionError? = { _ in nil }

    /// The same option with another summary, for a command in which it has a narrower meaning.
    package func saying(_ summary: String) -> OptionDeclaration {
        var declaration = self
        declaration.summary = summary
        return declaration
    }
}

/// An option that takes a value.
package struct Option<Value: Sendable>: Sendable {
    package let declaration: OptionDeclaration
    package let conversion: Conversion<Value>

    package init(
        _ name: String,
        letter: Character? = nil,
        taking valueName: String,
        as conversion: Conversion<Value>,
        repeats: Bool = false,
        _ summary: String
    ) {
        self.declaration = OptionDeclaration(
            name: name,
            letter: letter,
            valueName: valueName,
            repeats: repeats,
            summary: summary,
            fault: { conversion.fault(in: $0) }
        )
        self.conversion = conversion
    }
}

/// An option without a value: present or absent.
package struct Flag: Sendable {
    package let declaration: OptionDeclaration

    package init(_ name: String, letter: Character? = nil, _ summary: String) {
        declaration = OptionDeclaration(name: name, letter: letter, summary: summary)
    }
}
