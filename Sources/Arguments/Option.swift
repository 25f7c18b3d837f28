// What a command declares about an option: enough to parse it, to convert its value and to print
// its line of help. A command reads its options through the same values that it declares.

/// An option as the parser and the help see it, whatever its value converts to.
package struct OptionDeclaration: Sendable, Equatable {
    /// The long name, without dashes.
    package let name: String
    /// The letter that stands for it, if it has one.
    package var letter: Character?
    /// The word that stands for its value in the help; a flag has none.
    package var valueName: String?
    /// Whether it may be given more than once.
    package var repeats = false
    /// What it does, and what holds without it.
    package private(set) var summary: String

    /// The same option, as a command says it where it means less.
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
            summary: summary
        )
        self.conversion = conversion
    }
}

/// An option that is there or not.
package struct Flag: Sendable {
    package let declaration: OptionDeclaration

    package init(_ name: String, letter: Character? = nil, _ summary: String) {
        declaration = OptionDeclaration(name: name, letter: letter, summary: summary)
    }
}
