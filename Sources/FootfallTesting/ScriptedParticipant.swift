// A participant who does what a test says, step by step, and whatever is usual where it says nothing.

internal import Research
public import TaskEngine

/// Does at each step what a script says.
@MainActor
public final class ScriptedParticipant: TaskParticipant {
    private var script: [String: [ParticipantAction]]
    /// The steps that were shown, in their order.
    public private(set) var shown: [String] = []

    /// A participant with what to do at which step.
    public init(_ script: [String: [ParticipantAction]] = [:]) {
        self.script = script
    }

    public func respond(to prompt: StepPrompt) async -> ParticipantAction {
        let identifier = prompt.step.identifier
        if shown.last != identifier { shown.append(identifier) }
        guard var actions = script[identifier], !actions.isEmpty else {
            return await AutomaticParticipant().respond(to: prompt)
        }
        let action = actions.removeFirst()
        script[identifier] = actions
        return action
    }
}
