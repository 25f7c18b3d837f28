// Generates the completion script for bash. The script does not use the package bash-completion, which a board may
// not have.

package import Arguments

/// The script with which bash completes a program's commands and options.
package enum BashCompletion {
    package static func text(of program: ProgramDeclaration) -> String {
        let function = "_\(program.name)"
        let names = program.commands.map(\.name)
        let commands = (names + ["help", "--help", "--version"]).joined(separator: " ")
        let options = program.commands.map { command in
            let words = command.options.flatMap(\.spellings) + ["--help", "-h"]
            return "    \(command.name)) words='\(words.joined(separator: " "))' ;;"
        }
        return """
            # Completion of \(program.name) for bash, printed by \(program.name) of what its commands declare.

            \(function)() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=
                COMPREPLY=()
                if ((COMP_CWORD == 1)) || { ((COMP_CWORD == 2)) && [[ ${COMP_WORDS[1]} == help ]]; }; then
                    mapfile -t COMPREPLY < <(compgen -W '\(commands)' -- "$word")
                    return
                fi
                # Bash takes --output=DIR for three words.
                if [[ $word == '=' ]]; then
                    word=
                elif [[ $before == '=' ]]; then
                    before=${COMP_WORDS[COMP_CWORD - 2]}
                fi
                case ${COMP_WORDS[1]}/$before in
            \(folders(of: program))
                esac
                [[ $word == -* ]] || return
                case ${COMP_WORDS[1]} in
            \(options.joined(separator: "\n"))
                esac
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
            }

            complete -o bashdefault -o default -F \(function) \(program.name)

            """
    }

    /// The `case` branches for options that take a folder and for those that take any other value.
    private static func folders(of program: ProgramDeclaration) -> String {
        var folders: [String] = []
        var others: [String] = []
        for command in program.commands {
            for option in command.options {
                guard let value = option.valueName else { continue }
                let patterns = option.spellings.map { "\(command.name)/\($0)" }
                switch CompletedWord(named: value) {
                case .folder: folders += patterns
                case .file: others += patterns
                }
            }
        }
        var branches: [String] = []
        if !folders.isEmpty {
            branches.append(
                """
                    \(folders.joined(separator: " | ")))
                        compopt -o filenames
                        mapfile -t COMPREPLY < <(compgen -d -- "$word")
                        return
                        ;;
                """
            )
        }
        // If the function proposes nothing, Readline proposes files.
        if !others.isEmpty { branches.append("    \(others.joined(separator: " | "))) return ;;") }
        return branches.joined(separator: "\n")
    }
}
