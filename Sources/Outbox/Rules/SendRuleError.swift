// An error for text that is not a valid rule, from a command line or a study's settings. It states the reason and what
// to write instead.

/// Reports text that is no valid rule.
public struct SendRuleError: Error, Hashable, Sendable {
    /// What is wrong with the text.
    public var problem: String
    /// What to write instead.
    public var remedy: String

    /// An error with its problem and remedy.
    public init(_ problem: String, remedy: String) {
        self.problem = problem
        self.remedy = remedy
    }
}
