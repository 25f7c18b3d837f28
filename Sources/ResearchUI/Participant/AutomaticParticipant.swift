// A participant for unattended tasks: gives prepared answers, and waits for timers.

public import Research

/// Goes on at every step, waits for timers, and gives prepared answers.
public struct AutomaticParticipant: TaskParticipant {
    /// The answers, by the identifiers of step and question.
    public var answers: [String: [String: AnswerInput]]

    /// Creates a participant with answers.
    public init(answers: [String: [String: AnswerInput]] = [:]) {
        self.answers = answers
    }

    /// Creates a participant with answers from a file, by the identifiers of step and question.
    public init(answers: [String: [String: JSONValue]]) {
        self.init(answers: answers.mapValues { $0.mapValues { AnswerWords.input(from: $0) } })
    }

    public func respond(to prompt: StepPrompt) async -> ParticipantAction {
        let known = (answers[prompt.step.identifier] ?? [:]).filter {
            !prompt.answered.contains($0.key)
        }
        if let (field, input) = known.min(by: { Self.precedes($0.key, $1.key, in: prompt) }) {
            return .answer(field: field, input)
        }
        let duration = (prompt.step as? any RSDActiveUIStep)?.duration ?? 0
        return duration > 0 && !prompt.isTimerOver ? .wait : .goForward
    }

    /// True if a question comes before another in the step's form; unknown questions come last.
    @MainActor
    private static func precedes(_ one: String, _ other: String, in prompt: StepPrompt) -> Bool {
        let form = prompt.dataSource
        return switch (form?.indexPath(ofField: one), form?.indexPath(ofField: other)) {
        case (let place?, let otherPlace?): place < otherPlace
        case (_?, nil): true
        case (nil, _?): false
        case (nil, nil): one < other
        }
    }
}
