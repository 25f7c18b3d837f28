// Who gives the answers of a file, and remembers which of them the task would not take: the run goes
// on without them, and who prepared them has to hear of each. Nobody sees what is shown, so somebody has
// to notice that it is the same for ever.

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
    private let onManySteps: @MainActor (String) -> Void
    private let onTooManySteps: @MainActor (String) async -> Void
    /// How many steps were left.
    private var steps = 0
    /// What is wrong with a task that does not come to an end.
    private(set) var endlessness: String?
    /// The steps that were shown.
    private var shown: Set<String> = []
    /// The question that was answered last.
    private var question: String?
    /// The answers that were refused, in their order.
    private(set) var refused: [RefusedAnswer] = []

    /// So many steps are unlikely to be meant.
    private static let manySteps = 1000
    /// So many have no end.
    private static let tooManySteps = 10_000

    /// A participant with answers by step and question.
    ///
    /// - Parameters:
    ///   - answers: The answers.
    ///   - onManySteps: Hears of a task that may have no end.
    ///   - onTooManySteps: Ends one that has none.
    init(
        _ answers: [String: [String: JSONValue]],
        onManySteps: @escaping @MainActor (String) -> Void = { _ in },
        onTooManySteps: @escaping @MainActor (String) async -> Void
    ) {
        self.answers = answers
        self.onManySteps = onManySteps
        self.onTooManySteps = onTooManySteps
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
        guard case .answer(let field, _) = action else {
            if action == .goForward { await countStep(step) }
            return action
        }
        question = field
        if let form = prompt.dataSource, form.indexPath(ofField: field) == nil {
            let reason = "the step has no such question"
            note(RefusedAnswer(step: step, question: field, reason: reason))
        }
        return action
    }

    /// Counts a step that is left, and sees to it that there are not more and more for ever.
    private func countStep(_ step: String) async {
        steps += 1
        switch steps {
        case Self.manySteps:
            onManySteps(
                "\(Quantity.grouped(steps)) steps were shown by now, the last of them '\(step)'; the run "
                    + "ends by itself at \(Quantity.grouped(Self.tooManySteps))"
            )
        case Self.tooManySteps:
            let error =
                "\(step): \(Quantity.grouped(steps)) steps were shown, and the task is not at its end: "
                + "its rules lead back for ever; mend its 'nextStepIdentifier' and 'skipToIdentifier', or "
                + "give answers that lead on by --answers"
            endlessness = error
            await onTooManySteps(error)
        default: break
        }
    }

    /// A step that is shown again is answered again, and its answer is refused again.
    private func note(_ answer: RefusedAnswer) {
        if !refused.contains(answer) { refused.append(answer) }
    }
}
