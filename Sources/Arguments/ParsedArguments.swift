// The words given to one command, sorted into options and operands as the command declares them.

/// The options and operands that one command was given.
package struct ParsedArguments: Sendable, Equatable {
    /// The command's name.
    package let command: String
    /// The words given to each option, by its long name; a flag has an empty list.
    package var words: [String: [String]] = [:]
    /// The words that are not options, in order.
    package var operands: [String] = []

    package init(
        command: String,
        words: [String: [String]] = [:],
        operands: [String] = []
    ) {
        self.command = command
        self.words = words
        self.operands = operands
    }

    /// Whether a flag is given.
    package func contains(_ flag: Flag) -> Bool { words[flag.declaration.name] != nil }

    /// The value of an option, the last one if there are several; `nil` if the option was not given.
    package func value<Value>(of option: Option<Value>) throws(UsageError) -> Value? {
        try values(of: option).last
    }

    /// The values of an option that may be given more than once; empty if it was not given.
    package func values<Value>(of option: Option<Value>) throws(UsageError) -> [Value] {
        var values: [Value] = []
        for word in words[option.declaration.name] ?? [] {
            do throws(ConversionError) {
                values.append(try option.conversion.convert(word))
            } catch {
                throw UsageError(error, in: word, of: option.declaration)
            }
        }
        return values
    }
}

/// What the words of a command line ask for.
package enum Invocation: Sendable, Equatable {
    /// Print a text and exit.
    case show(String)
    /// Run a command.
    case run(ParsedArguments)
}
