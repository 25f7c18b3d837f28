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
    private let answers: [String: [String: JSONValue]]
    private let automatic: AutomaticParticipant
    /// The steps that were shown.
    private var shown: Set<String> = []
    /// The question that was answered last.
    private var question: String?
    /// The answers that were refused, in their order.
    private(set) var refused: [RefusedAnswer] = []

    /// A participant with answers by step and question.
    init(_ answers: [String: [String: JSONValue]]) {
        self.answers = answers
        automatic = AutomaticParticipant(answers: answers)
    }

    /// Takes note of the answers to steps that the task was not known to have, and has not shown.
    func refuseUnasked(besides known: Set<String>) {
        for (step, given) in answers.sorted(by: { $0.key < $1.key })
        where !known.contains(step) && !shown.contains(step) {
            for question in given.keys.sorted() {
                let reason = "no such step was shown"
                note(RefusedAnswer(step: step, question: question, reason: reason))
            }
        }
    }

    func respond(to prompt: StepPrompt) async -> ParticipantAction {
        let step = prompt.step.identifier
        shown.insert(step)
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
