// An answer of a file with the question that it is for, however the file names the question.

public import Research

/// An answer, and the question that it is for.
public struct GivenAnswer: Sendable {
    /// The sections around the step, the outermost first; `nil` for steps with this identifier in any section.
    public let sections: [String]?
    /// The step.
    public let step: String
    /// The question.
    public let question: String
    /// The answer.
    public let value: JSONValue

    /// An answer.
    ///
    /// - Parameters:
    ///   - value: The answer.
    ///   - question: The question.
    ///   - step: The step that asks it.
    ///   - sections: The sections around the step; `nil` for steps with this identifier in any section.
    public init(
        _ value: JSONValue,
        to question: String,
        at step: String,
        in sections: [String]? = nil
    ) {
        self.value = value
        self.question = question
        self.step = step
        self.sections = sections
    }

    /// Whether it is for a step in these sections.
    func isFor(_ step: String, in sections: [String]) -> Bool {
        self.step == step && self.sections.map { $0 == sections } ?? true
    }
}
