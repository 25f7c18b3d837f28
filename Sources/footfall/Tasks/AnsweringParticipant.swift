// Who gives the answers of a file, and remembers which of them the task would not take: the run goes
// on without them, and who prepared them has to hear of each.

internal import Research
internal import TaskEngine

/// An answer that a form refused.
struct RefusedAnswer: Sendable, Equatable, Encodable {
    var step: String
    var question: String
    /// Why it is none.
    var reason: String
}

/// Goes on wherever one can, and gives the answers of a file.
@MainActor
final class AnsweringParticipant: TaskParticipant {
    private let automatic: AutomaticParticipant
    /// The question that was answered last.
    private var question: String?
    /// The answers that were refused, in their order.
    private(set) var refused: [RefusedAnswer] = []

    /// A participant with answers by step and question.
    init(_ answers: [String: [String: JSONValue]]) {
        automatic = AutomaticParticipant(answers: answers)
    }

    func respond(to prompt: StepPrompt) async -> ParticipantAction {
        let step = prompt.step.identifier
        if let question, let refusal = prompt.refusal {
            note(RefusedAnswer(step: step, question: question, reason: refusal.context.message))
        }
        question = nil
        let action = await automatic.respond(to: prompt)
        guard case .answer(let field, _) = action else { return action }
        question = field
        if let form = prompt.dataSource, form.indexPath(ofField: field) == nil {
            let reason = "the step has no such question"
            note(RefusedAnswer(step: step, question: field, reason: reason))
        }
        return action
    }

    /// A step that is shown again is answered again, and its answer is refused again.
    private func note(_ answer: RefusedAnswer) {
        if !refused.contains(answer) { refused.append(answer) }
    }
}
