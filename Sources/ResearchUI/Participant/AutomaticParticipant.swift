// Who does a task that nobody sits at: what can be answered is, and whatever takes time has it.

public import Research

/// Goes on wherever one can, lets timers run out, and gives the answers that it knows.
public struct AutomaticParticipant: TaskParticipant {
    /// The answers, by the identifiers of step and question.
    public var answers: [String: [String: AnswerInput]]

    /// A participant that knows some answers.
    public init(answers: [String: [String: AnswerInput]] = [:]) {
        self.answers = answers
    }

    /// A participant that knows the answers of a file, by the identifiers of step and question.
    public init(answers: [String: [String: JSONValue]]) {
        self.init(answers: answers.mapValues { $0.mapValues { AnswerWords.input(from: $0) } })
    }

    public func respond(to prompt: StepPrompt) async -> ParticipantAction {
        let known = answers[prompt.step.identifier] ?? [:]
        for (field, input) in known.sorted(by: { $0.key < $1.key })
        where !prompt.answered.contains(field) {
            return .answer(field: field, input)
        }
        let duration = (prompt.step as? any RSDActiveUIStep)?.duration ?? 0
        return duration > 0 && !prompt.isTimerOver ? .wait : .goForward
    }
}
