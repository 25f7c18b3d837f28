// The error for an invalid command line: what is wrong, where, and how to fix it, in one line.

/// What was wrong with the words of a command line.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    /// The option, operand or command it is about ("--rate -5").
    package let place: String
    /// What is wrong with it.
    package let problem: String
    /// What to write instead.
    package let remedy: String

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
}
