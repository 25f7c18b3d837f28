// What a program and its commands declare: the parser follows it, and the help is printed from it.

/// A word that is not an option, such as a session folder.
package struct OperandDeclaration: Sendable, Equatable {
    /// The word that stands for it in the help.
    package let name: String
    /// What it is.
    package let summary: String
    /// Whether several may be given; only the last operand of a command may say so.
    package let repeats: Bool
    /// What stands for it where it is left out; only the last operand of a command may have that.
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

    /// How a line of usage writes it.
    var inUsage: String {
        let several = repeats ? "\(name)…" : name
        return standard == nil ? several : "[\(several)]"
    }
}

/// A command of the program.
package struct CommandDeclaration: Sendable, Equatable {
    package let name: String
    /// One line for the list of commands.
    package let summary: String
    /// What a person should know before using it; paragraphs divided by empty lines.
    package let discussion: String
    /// There are no more than these; each is required that has no standard.
    package var operands: [OperandDeclaration] = []
    package let options: [OptionDeclaration]
    /// Whole command lines that work.
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
package struct ProgramDeclaration: Sendable, Equatable {
    package let name: String
    package let version: String
    package let summary: String
    package let commands: [CommandDeclaration]
    /// What stands at the end of the program's help.
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
