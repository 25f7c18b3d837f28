// What a shell may propose for a word, as far as its declaration tells.

internal import Arguments

/// What stands for an option's value or for an operand.
enum CompletedWord: Sendable, Hashable {
    case folder
    /// A file, or what only the command knows: the shell proposes files, as it does for any program.
    case file

    init(named name: String) { self = name == "DIR" || name == "DEST" ? .folder : .file }
}

extension OptionDeclaration {
    /// How a command line writes it: `--output`, and `-o` if it has a letter.
    var spellings: [String] { ["--\(name)"] + (letter.map { ["-\($0)"] } ?? []) }

    /// What it does, without what holds otherwise: a line beside its name has little room.
    var shortSummary: String { CommandDeclaration.clause(of: summary) }
}

extension CommandDeclaration {
    var shortSummary: String { Self.clause(of: summary) }

    /// The first clause of a summary.
    static func clause(of summary: String) -> String {
        String(summary.prefix { $0 != ";" })
    }
}
