// The error for an invalid command line: what is wrong, where, and how to fix it, in one line for each problem.

internal import PlainWords

/// What was wrong with the words of a command line.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    /// The option, operand or command it is about ("--rate -5").
    package let place: String
    /// What is wrong with it.
    package let problem: String
    /// What to write instead.
    package let remedy: String
    /// What else is wrong with the command line, in the order of its words.
    package private(set) var others: [UsageError] = []

    package init(
        place: String,
        problem: String,
        remedy: String
    ) {
        self.place = place
        self.problem = problem
        self.remedy = remedy
    }

    package var description: String { "\(place): \(problem); \(remedy)" }

    /// One line for each problem of the command line.
    package var lines: [String] { [description] + others.map(\.description) }
}

extension UsageError {
    /// All problems of a command line as one error; `nil` if there are none.
    init?(_ problems: [UsageError]) {
        guard var first = problems.first else { return nil }
        first.others = Array(problems.dropFirst())
        self = first
    }

    /// The error for a word that cannot be the value of an option.
    package init(_ error: ConversionError, in word: String, of option: OptionDeclaration) {
        self.init(
            place: "--\(option.name)" + (error.hidesWord ? "" : " \(word.printable)"),
            problem: error.problem,
            remedy: error.remedy
        )
    }
}
