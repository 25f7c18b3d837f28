// The declaration of a program and its commands. The parser follows it, and the help, the manual pages and the
// shell completions are generated from it.

/// A word that is not an option, such as a session folder.
package struct OperandDeclaration: Sendable, Equatable {
    /// The word that stands for it in the help.
    package let name: String
    /// What the operand is, in a few words for the help and for errors.
    package let summary: String
    /// Whether it may be given several times; only the last operand of a command may repeat.
    package let repeats: Bool
    /// The default value; only the last operand of a command may have one.
    package let standard: String?

    package init(
        name: String,
        summary: String,
        repeats: Bool = false,
        standard: String? = nil
    ) {
        self.name = name
        self.summary = summary
        self.repeats = repeats
        self.standard = standard
    }

    /// Its form in a usage line: `NAME…` if it repeats, in brackets if it has a default.
    var inUsage: String {
        let several = repeats ? "\(name)…" : name
        return standard == nil ? several : "[\(several)]"
    }
}

/// A command of the program.
package struct CommandDeclaration: Sendable {
    package let name: String
    /// One line for the list of commands.
    package let summary: String
    /// What a user should know before using it; empty lines separate paragraphs.
    package let discussion: String
    /// All operands of the command; an operand without `standard` is required.
    package var operands: [OperandDeclaration] = []
    package let options: [OptionDeclaration]
    /// Complete command lines that work.
    package let examples: [String]

    package init(
        name: String,
        summary: String,
        discussion: String,
        operands: [OperandDeclaration] = [],
        options: [OptionDeclaration],
        examples: [String]
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.operands = operands
        self.options = options
        self.examples = examples
    }
}

/// A program of several commands.
package struct ProgramDeclaration: Sendable {
    package let name: String
    package let version: String
    package let summary: String
    package let commands: [CommandDeclaration]
    /// Paragraphs at the end of the program's help.
    package let notes: [String]

    package init(
        name: String,
        version: String,
        summary: String,
        commands: [CommandDeclaration],
        notes: [String]
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.commands = commands
        self.notes = notes
    }
}
