// Who takes part in a task in the place of a person: a script in a test, or answers out of a file.

public import Research
public import TaskEngine
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

/// Takes part in a task in the place of a person.
@MainActor
public protocol TaskParticipant {
    /// What is done at a step; asked again until it is left.
    func respond(to prompt: StepPrompt) async -> ParticipantAction
    /// Whether the task may use something; by itself yes, as whoever made the participant began the run.
    func permits(_ permission: RSDStandardPermission) async -> Bool
    /// What is done about what stands in the run's way; by itself the run goes on, and its notes say so.
    func answer(to trouble: RunTrouble) async -> TroubleAnswer
}

extension TaskParticipant {
    public func permits(_ permission: RSDStandardPermission) async -> Bool { true }
    public func answer(to trouble: RunTrouble) async -> TroubleAnswer { .goOn }
}
