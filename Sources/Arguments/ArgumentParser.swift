// Parses a command line in the GNU style: `--name value`, `--name=value`, `-o value`, `-ovalue`, clustered
// flags, and `--` before operands that begin with a dash. It only turns words into a value; commands act on it.

internal import PlainWords
internal import Research

/// Parses the words of a command line according to a program's declaration.
package struct ArgumentParser: Sendable {
    package let program: ProgramDeclaration

    package init(
        program: ProgramDeclaration
    ) {
        self.program = program
    }

    /// Parses a command line without the program's own name, and returns what its words ask for.
    ///
    /// - Throws: All problems that a word of the command has by itself; the command then checks how they fit together.
    package func parse(_ words: [String]) throws(UsageError) -> Invocation {
        guard let first = words.first else {
            throw UsageError(
                place: "COMMAND",
                problem: "none given",
                remedy: "there are \(commandNames.joined(separator: ", ")); see --help"
            )
        }
        switch first {
        case "--help", "-h": return .show(HelpText.ofProgram(program))
        case "--version": return .show("\(program.name) \(program.version)\n")
        case "help":
            guard words.count > 1 else { return .show(HelpText.ofProgram(program)) }
            return .show(HelpText.ofCommand(try command(named: words[1]), in: program))
        default:
            guard !first.hasPrefix("-") else {
                throw UsageError(
                    place: first.printable,
                    problem: "the command comes first",
                    remedy: "there are \(commandNames.joined(separator: ", ")); see --help"
                )
            }
        }
        let command = try command(named: first)
        var reading = Reading(command: command, words: words.dropFirst())
        guard try reading.finish() else {
            return .show(HelpText.ofCommand(command, in: program))
        }
        return .run(reading.parsed)
    }

    private var commandNames: [String] { program.commands.map(\.name) }

    private func command(named name: String) throws(UsageError) -> CommandDeclaration {
        if let command = program.commands.first(where: { $0.name == name }) { return command }
        let suggestion = NearestName.meant(by: name, among: commandNames)
        throw UsageError(
            place: name.printable,
            problem: "no such command",
            remedy: suggestion.map { "did you mean \($0)?" }
                ?? "there are \(commandNames.joined(separator: ", ")); see --help"
        )
    }
}

/// The words of one command, read from left to right.
private struct Reading {
    let command: CommandDeclaration
    var words: ArraySlice<String>
    var parsed: ParsedArguments
    private var problems: [UsageError] = []
    /// True after an unknown option, whose value may be among the operands.
    private var hasUnknownOption = false

    init(command: CommandDeclaration, words: ArraySlice<String>) {
        self.command = command
        self.words = words
        parsed = ParsedArguments(command: command.name)
    }

    /// Reads every word; returns false if the user asks for help.
    mutating func finish() throws(UsageError) -> Bool {
        if asksForHelp { return false }
        while let word = words.popFirst() {
            do throws(UsageError) {
                try read(word)
            } catch {
                note(error)
            }
        }
        checkOperands()
        if let error = UsageError(problems) { throw error }
        return true
    }

    private mutating func note(_ problem: UsageError) {
        if !problems.contains(problem) { problems.append(problem) }
    }

    private mutating func read(_ word: String) throws(UsageError) {
        if word == "--" {
            parsed.operands += words
            words = []
        } else if word.hasPrefix("--") {
            try readLong(word)
        } else if word.hasPrefix("-"), word.count > 1 {
            try readLetters(word)
        } else {
            parsed.operands.append(word)
        }
    }

    /// True if the words ask for help, which is shown even if other words are wrong.
    private var asksForHelp: Bool {
        words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    private mutating func readLong(_ word: String) throws(UsageError) {
        let parts = word.dropFirst(2).split(
            separator: "=",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let name = String(parts[0])
        guard let option = command.options.first(where: { $0.name == name }) else {
            throw unknownOption("--\(name)")
        }
        let attached = parts.count > 1 ? String(parts[1]) : nil
        guard option.valueName == nil else {
            return try take(value(of: option, attached: attached), for: option)
        }
        guard attached == nil else {
            throw UsageError(
                place: word.printable,
                problem: "--\(name) takes no value",
                remedy: "write --\(name) alone"
            )
        }
        try take(nil, for: option)
    }

    private mutating func readLetters(_ word: String) throws(UsageError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = command.options.first(where: { $0.letter == letter }) else {
                throw unknownOption("-\(letter)")
            }
            guard option.valueName != nil else {
                try take(nil, for: option)
                continue
            }
            let attached = letters.isEmpty ? nil : String(letters)
            return try take(value(of: option, attached: attached), for: option)
        }
    }

    /// Returns the value attached to an option, or else removes and returns the next word.
    ///
    /// The next word may begin with a dash (`--rate -5` is a wrong rate, not a missing one). But if it begins with two,
    /// or is an option's letter, this throws, because the user has forgotten the value. A misspelt option would
    /// otherwise be taken for a note or the name of a file.
    private mutating func value(
        of option: OptionDeclaration,
        attached: String?
    ) throws(UsageError) -> String {
        if let attached { return attached }
        if let word = words.first, !isOption(word) {
            words.removeFirst()
            return word
        }
        throw UsageError(
            place: "--\(option.name)",
            problem: "its value is missing",
            remedy: "write --\(option.name) \(option.valueName ?? "")" + hint(for: option)
        )
    }

    /// How to give the next word as a value although it looks like an option; empty if it is one.
    private func hint(for option: OptionDeclaration) -> String {
        guard let word = words.first, word.hasPrefix("--"), word != "--", !isKnown(word) else {
            return ""
        }
        return ", or --\(option.name)=\(word.printable) if that is the value"
    }

    private func isOption(_ word: String) -> Bool {
        word.hasPrefix("--")
            || command.options.contains { $0.letter.map { word == "-\($0)" } == true }
    }

    private func isKnown(_ word: String) -> Bool {
        let name = word.dropFirst(2).prefix { $0 != "=" }
        return name == "help" || command.options.contains { $0.name == name }
    }

    private mutating func take(_ value: String?, for option: OptionDeclaration) throws(UsageError) {
        guard let value else {
            parsed.words[option.name] = []
            return
        }
        guard option.repeats || parsed.words[option.name] == nil else {
            throw UsageError(
                place: "--\(option.name) \(value.printable)",
                problem: "--\(option.name) is given twice",
                remedy: "give it once"
            )
        }
        parsed.words[option.name, default: []].append(value)
        if let fault = option.fault(value) {
            throw UsageError(fault, in: value, of: option)
        }
    }

    private mutating func unknownOption(_ option: String) -> UsageError {
        hasUnknownOption = true
        let name = String(option.drop { $0 == "-" })
        let names = command.options.map(\.name) + ["help"]
        let suggestion = NearestName.meant(by: name, among: names)
        return UsageError(
            place: option.printable,
            problem: "\(command.name) has no such option",
            remedy: suggestion.map { "did you mean --\($0)?" }
                ?? "see footfall \(command.name) --help"
        )
    }

    /// Notes which operands are missing, empty or too many.
    private mutating func checkOperands() {
        let declared = command.operands
        if parsed.operands.count == declared.count - 1, let standard = declared.last?.standard {
            parsed.operands.append(standard)
        }
        if parsed.operands.count < declared.count {
            let missing = declared[parsed.operands.count]
            let usage = declared.map(\.inUsage).joined(separator: " ")
            note(
                UsageError(
                    place: command.name,
                    problem: "\(missing.name) is missing (\(missing.summary))",
                    remedy: "write footfall \(command.name) \(usage)"
                )
            )
            return
        }
        guard !hasUnknownOption else { return }
        let taken = declared.last?.repeats == true ? parsed.operands.count : declared.count
        for (index, word) in parsed.operands.prefix(taken).enumerated() where word.isEmpty {
            let operand = declared[min(index, declared.count - 1)]
            note(
                UsageError(
                    place: operand.name,
                    problem: "the word is empty",
                    remedy: "name \(operand.summary)"
                )
            )
        }
        for extra in parsed.operands.dropFirst(taken) {
            note(
                UsageError(
                    place: extra.isEmpty ? "''" : extra.printable,
                    problem: "one word too many",
                    remedy: "see footfall \(command.name) --help"
                )
            )
        }
    }
}
