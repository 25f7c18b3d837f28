// A command line that cannot be followed: what is wrong, where, and how to mend it, on one line.

/// What was wrong with the words of a command line.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// The option, operand or command it is about ("--rate -5").
    let place: String
    /// What is wrong with it.
    let problem: String
    /// What to write instead.
    let remedy: String

    var description: String { "\(place): \(problem); \(remedy)" }
}
