// Generates the completion script for zsh, which shows a description beside each word.

package import Arguments

/// The script with which zsh completes a program's commands and options.
package enum ZshCompletion {
    package static func text(of program: ProgramDeclaration) -> String {
        let commands = program.commands.map { command in
            "        \(quoted("\(command.name):\(command.shortSummary)"))"
        }
        let branches = program.commands.map { command in
            let help = ["--help", "-h"].map {
                quoted("(--help -h)\($0)[\(CommonWords.helpOfCommand)]")
            }
            let words = command.options.flatMap(words) + help + command.operands.map(operand)
            return """
                    \(command.name))
                        _arguments -s -S \\
                            \(words.joined(separator: " \\\n            "))
                        ;;
                """
        }
        return """
            #compdef \(program.name)
            # Completion of \(program.name) for zsh, printed by \(program.name) of what its commands declare.

            _\(program.name)() {
                local -a commands
                commands=(
            \(commands.joined(separator: "\n"))
                )
                if ((CURRENT == 2)); then
                    [[ $PREFIX != -* ]] || { compadd -- --help --version; return }
                    _describe -t commands command commands
                    return
                fi
                if [[ $words[2] == help ]]; then
                    ((CURRENT > 3)) || _describe -t commands command commands
                    return
                fi
                local command=$words[2]
                shift words
                ((CURRENT--))
                case $command in
            \(branches.joined(separator: "\n"))
                esac
            }

            _\(program.name) "$@"

            """
    }

    /// The specifications of an option for zsh's `_arguments`.
    private static func words(of option: OptionDeclaration) -> [String] {
        let meaning = "[\(escaped(option.shortSummary, "[]"))]"
        let value = option.valueName.map { ":\(escaped($0, ":")):\(files($0))" } ?? ""
        let isFlag = option.valueName == nil
        // Each spelling excludes the other, unless the option may be given again.
        let others = option.repeats ? "*" : "(\(option.spellings.joined(separator: " ")))"
        let long = quoted("\(others)--\(option.name)\(isFlag ? "" : "=")\(meaning)\(value)")
        let short = option.letter.map {
            quoted("\(others)-\($0)\(isFlag ? "" : "+")\(meaning)\(value)")
        }
        return [long] + (short.map { [$0] } ?? [])
    }

    private static func operand(_ operand: OperandDeclaration) -> String {
        let name = escaped(operand.name, ":")
        let colon = operand.repeats ? "*:" : operand.standard == nil ? ":" : "::"
        return quoted("\(colon)\(name):\(files(operand.name))")
    }

    private static func files(_ name: String) -> String {
        switch CompletedWord(named: name) {
        case .folder: "_files -/"
        case .file: "_files"
        }
    }

    private static func escaped(_ text: String, _ special: String) -> String {
        text.map { $0 == "\\" || special.contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }
}
