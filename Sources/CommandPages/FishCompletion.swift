// Generates the completion script for fish, which shows a description beside each word.

package import Arguments

/// The script with which fish completes a program's commands and options.
package enum FishCompletion {
    package static func text(of program: ProgramDeclaration) -> String {
        var lines = [
            "# Completion of \(program.name) for fish, printed by \(program.name) of what its commands declare."
        ]
        let start = "complete -c \(program.name)"
        let first = "\(start) -n __fish_use_subcommand"
        lines += program.commands.map {
            "\(first) -f -a \($0.name) -d \(quoted($0.shortSummary))"
        }
        lines += [
            "\(first) -f -a help -d \(quoted(CommonWords.help))",
            "\(first) -l version -d \(quoted(CommonWords.version))",
            "\(start) -s h -l help -d \(quoted(CommonWords.help))",
        ]
        let names = program.commands.map(\.name).joined(separator: " ")
        lines.append("\(start) -n '__fish_seen_subcommand_from help' -f -a '\(names)'")
        for command in program.commands {
            for option in command.options {
                lines.append(
                    "\(start) -n '__fish_seen_subcommand_from \(command.name)'\(words(of: option))"
                )
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func words(of option: OptionDeclaration) -> String {
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let value =
            switch option.valueName.map(CompletedWord.init(named:)) {
            case nil: ""
            case .folder: " -x -a '(__fish_complete_directories)'"
            case .file: " -r"
            }
        return "\(letter) -l \(option.name)\(value) -d \(quoted(option.shortSummary))"
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.map { "\\'".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
