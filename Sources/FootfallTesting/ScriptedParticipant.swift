// A participant for tests: it acts out a script, and falls back to usual behaviour at steps without one.

internal import Research
public import ResearchUI

/// Performs scripted actions at each step.
@MainActor
public final class ScriptedParticipant: TaskParticipant {
    private var script: [String: [ParticipantAction]]
    /// Responds at steps that have no script, or whose script is used up.
    private let otherwise: any TaskParticipant
    /// The identifiers of the steps shown, in order; a step shown again later is listed again.
    public private(set) var shown: [String] = []

    /// Creates a participant from the actions for each step identifier, and a fallback for all other steps.
    public init(
        _ script: [String: [ParticipantAction]] = [:],
        otherwise: any TaskParticipant = AutomaticParticipant()
    ) {
        self.script = script
        self.otherwise = otherwise
    }

    /// The steps whose script was not played to its end; a test expects none.
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
