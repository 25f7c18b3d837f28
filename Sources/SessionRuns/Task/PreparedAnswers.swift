// The answers of a file after comparison with the questions of a task, before the task runs.

public import Research

/// Prepared answers for one task.
public struct PreparedAnswers {
    /// The file.
    public let path: String
    /// The answers, each with its question.
    public let answers: [GivenAnswer]
    /// What is wrong with them, a line each.
    public let faults: [String]
    /// The steps whose questions were checked.
    let knownSteps: Set<String>

    /// Compares a file's answers with the questions of a task.
    public init(_ given: GivenAnswers, for task: any RSDTask, by factory: RSDFactory) async {
        let questions = await TaskQuestions(of: task, by: factory)
        let matching = AnswerMatching(given, questions)
        path = given.path
        answers = matching.answers
        faults = matching.faults
        knownSteps = Set(questions.byStep.keys)
    }
}
