// What a program and its commands declare: the parser follows it, and the help is printed from it.

/// A word that is not an option, such as a session folder.
struct OperandDeclaration: Sendable, Equatable {
    /// The word that stands for it in the help.
    let name: String
    /// What it is.
    let summary: String
}

/// A command of the program.
struct CommandDeclaration: Sendable, Equatable {
    let name: String
    /// One line for the list of commands.
    let summary: String
    /// What a person should know before using it; paragraphs divided by empty lines.
    let discussion: String
    /// Each is required, and there are no more than these.
    var operands: [OperandDeclaration] = []
    let options: [OptionDeclaration]
    /// Whole command lines that work.
    let examples: [String]
}

/// A program of several commands.
struct ProgramDeclaration: Sendable, Equatable {
    let name: String
    let version: String
    let summary: String
    let commands: [CommandDeclaration]
    /// What stands at the end of the program's help.
    let notes: [String]
}
