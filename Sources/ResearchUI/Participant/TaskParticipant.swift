// The interface of a simulated participant, who acts in place of a person: a script in a test, or answers from a file.

public import Research
public import TaskEngine
public import Timebase

/// The situation that a participant responds to.
@MainActor
public struct StepPrompt {
    public var step: any RSDStep
    public var path: RSDTaskViewModel
    /// The questions; `nil` if the step has none.
    public var dataSource: (any RSDTableDataSource)?
    public var now: BootInstant
    /// The questions that were answered since the step appeared.
    public var answered: Set<String> = []
    /// Why the last answer was refused; `nil` if it was accepted.
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
    /// Waits for the end of the step's timer; goes forward if no timer runs.
    case wait
    /// Answers a question; `respond` is then called again.
    case answer(field: String, AnswerInput)
}

/// Takes part in a task in place of a person.
@MainActor
public protocol TaskParticipant {
    /// Returns the next action at a step; called again until the step is left.
    func respond(to prompt: StepPrompt) async -> ParticipantAction
    /// Whether the task may use something; yes by default, because the author of the participant started the run.
    func permits(_ permission: RSDStandardPermission) async -> Bool
    /// What to do about a problem of the run; by default, the run goes on and notes the problem.
    func answer(to trouble: RunTrouble) async -> TroubleAnswer
}

extension TaskParticipant {
    public func permits(_ permission: RSDStandardPermission) async -> Bool { true }
    public func answer(to trouble: RunTrouble) async -> TroubleAnswer { .goOn }
}
