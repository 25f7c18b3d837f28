// Who takes part in a task without a screen: a script in a test, answers out of a file, or nobody.

public import Research
public import Timebase

/// What is put before a participant.
@MainActor
public struct StepPrompt {
    public var step: any RSDStep
    public var path: RSDTaskViewModel
    /// The questions, where the step has any.
    public var dataSource: (any RSDTableDataSource)?
    public var now: BootInstant
    /// The questions that were answered since the step appeared.
    public var answered: Set<String> = []
    /// Why the last answer was none.
    public var refusal: RSDInputFieldError?
    /// Whether the step's timer has run out.
    public var isTimerOver = false

    public init(
        step: any RSDStep,
        path: RSDTaskViewModel,
        dataSource: (any RSDTableDataSource)? = nil,
        now: BootInstant
    ) {
        self.step = step
        self.path = path
        self.dataSource = dataSource
        self.now = now
    }
}

/// What a participant does at a step.
public enum ParticipantAction: Sendable, Hashable {
    case goForward
    case goBack
    case skip
    case jump(to: String)
    case cancel(shouldSave: Bool)
    /// Lets the step's timer come to its end.
    case wait
    /// Answers a question, and is asked again what to do.
    case answer(field: String, AnswerInput)
}

/// Takes part in a task without a screen.
@MainActor
public protocol TaskParticipant {
    /// What is done at a step; asked again until it is left.
    func respond(to prompt: StepPrompt) async -> ParticipantAction
}

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
