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

/// Goes on wherever one can, and lets timers run out.
public struct AutomaticParticipant: TaskParticipant {
    public init() {}

    public func respond(to prompt: StepPrompt) async -> ParticipantAction {
        let active = prompt.step as? any RSDActiveUIStep
        return active.map { $0.duration > 0 } ?? false ? .wait : .goForward
    }
}
