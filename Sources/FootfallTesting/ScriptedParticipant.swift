// A participant who does what a test says, step by step, and whatever is usual where it says nothing.

internal import Research
public import ResearchUI

/// Does at each step what a script says.
@MainActor
public final class ScriptedParticipant: TaskParticipant {
    private var script: [String: [ParticipantAction]]
    /// What is done where the script says nothing, or no more.
    private let otherwise: any TaskParticipant
    /// The steps that were shown, in their order; one that is shown again is there again.
    public private(set) var shown: [String] = []

    /// A participant with what to do at which step, and what to do at all others.
    public init(
        _ script: [String: [ParticipantAction]] = [:],
        otherwise: any TaskParticipant = AutomaticParticipant()
    ) {
        self.script = script
        self.otherwise = otherwise
    }

    /// The steps whose script was not played to its end: a test expects none.
    public var unplayed: [String] { script.filter { !$0.value.isEmpty }.keys.sorted() }

    public func respond(to prompt: StepPrompt) async -> ParticipantAction {
        let identifier = prompt.step.identifier
        if shown.last != identifier { shown.append(identifier) }
        guard var actions = script[identifier], !actions.isEmpty else {
            return await otherwise.respond(to: prompt)
        }
        let action = actions.removeFirst()
        script[identifier] = actions
        return action
    }
}
