// Decides what a shell proposes for a value or an operand, from the name that its declaration gives it.

internal import Arguments

/// The kind of value that an option or operand takes.
enum CompletedWord: Sendable, Hashable {
    case folder
    /// A file or any other value: the shell proposes files, as it does by default.
    case file

    init(named name: String) { self = name == "DIR" || name == "DEST" ? .folder : .file }
}

extension OptionDeclaration {
    /// Its forms on a command line: `--output`, and `-o` if it has a letter.
    var spellings: [String] { ["--\(name)"] + (letter.map { ["-\($0)"] } ?? []) }

    /// What it does, without the default: a completion line has little room.
    var shortSummary: String { CommandDeclaration.clause(of: summary) }
}

extension CommandDeclaration {
    var shortSummary: String { Self.clause(of: summary) }

    /// The first clause of a summary.
    static func clause(of summary: String) -> String {
        String(summary.prefix { $0 != ";" })
    }
}
