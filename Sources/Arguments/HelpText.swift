// Generates the help from the declarations of the commands, so that it always matches what the parser accepts.

/// The texts that `--help` shows.
package enum HelpText {
    private static let width = 80
    private static let column = 26

    /// The program's own help: its commands and the notes that apply to all of them.
    package static func ofProgram(_ program: ProgramDeclaration) -> String {
        var lines = ["usage: \(program.name) COMMAND [OPTIONS]", ""]
        lines += wrapped(program.summary)
        lines += ["", "commands:"]
        for command in program.commands { lines += entry(command.name, command.summary) }
        lines += ["", "options:"]
        lines += entry("-h, --help", "show this help; after a command, that command's help")
        lines += entry("    --version", "show the version")
        for note in program.notes { lines += [""] + wrapped(note) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The help of one command.
    package static func ofCommand(
        _ command: CommandDeclaration,
        in program: ProgramDeclaration
    ) -> String {
        let operands = command.operands.map { " \($0.inUsage)" }.joined()
        var lines = ["usage: \(program.name) \(command.name)\(operands) [OPTIONS]", ""]
        for paragraph in command.discussion.split(separator: "\n\n") {
            lines += wrapped(String(paragraph)) + [""]
        }
        if !command.operands.isEmpty {
            lines.append("operands:")
            for operand in command.operands { lines += entry(operand.name, operand.summary) }
            lines.append("")
        }
        lines.append("options:")
        for option in command.options { lines += entry(signature(of: option), option.summary) }
        lines += entry("-h, --help", "show this help")
        lines += ["", command.examples.count == 1 ? "example:" : "examples:"]
        lines += command.examples.map { "  \($0)" }
        for note in program.notes { lines += [""] + wrapped(note) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func signature(of option: OptionDeclaration) -> String {
        let letter = option.letter.map { "-\($0), " } ?? "    "
        return "\(letter)--\(option.name)" + (option.valueName.map { " \($0)" } ?? "")
    }

    /// The lines of one entry: a name with its summary beside it, or below it if the name is long.
    private static func entry(_ name: String, _ summary: String) -> [String] {
        let indent = String(repeating: " ", count: column)
        let texts = wrapped(summary, width: width - column)
        guard name.count <= column - 4 else {
            return ["  \(name)"] + texts.map { indent + $0 }
        }
        let padding = String(repeating: " ", count: column - 2 - name.count)
        return ["  \(name)\(padding)\(texts.first ?? "")"] + texts.dropFirst().map { indent + $0 }
    }

    private static func wrapped(_ text: String, width: Int = width) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
