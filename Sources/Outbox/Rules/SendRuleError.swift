// The rules of sending come as words of a command line, or of a study's settings. What is no rule is refused with a
// reason and with what would be one.

/// Words that are not the rule that was wanted.
public struct SendRuleError: Error, Hashable, Sendable {
    /// What is wrong with them.
    public var problem: String
    /// What to write instead.
    public var remedy: String

    /// Says what is wrong, and what mends it.
    public init(_ problem: String, remedy: String) {
        self.problem = problem
        self.remedy = remedy
    }
}
