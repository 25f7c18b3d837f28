// Who gives the answers of a file, and remembers which of them the task would not take: the run goes
// on without them, and who prepared them has to hear of each. Nobody sees what is shown, so somebody has
// to notice that it is the same for ever.

internal import PlainWords
internal import Research
public import ResearchUI

/// An answer that a form refused.
public struct RefusedAnswer: Sendable, Equatable, Encodable {
    public var step: String
    public var question: String
    /// Why it is none.
    public var reason: String

    public init(
        step: String,
        question: String,
        reason: String
    ) {
        self.step = step
        self.question = question
        self.reason = reason
    }

    /// What is told of it, wherever that is.
    public var told: String { AnswerWords.refusal(of: question, at: step, reason) }
}

/// Goes on wherever one can, and gives the answers of a file.
@MainActor
public final class AnsweringParticipant: TaskParticipant {
    private let answers: [GivenAnswer]
    /// The steps that the task was known to have.
    private let known: Set<String>
    private let onStep: @MainActor (StepLine) -> Void
    private let onRefusal: @MainActor (RefusedAnswer) -> Void
    private let onManySteps: @MainActor (String) -> Void
    private let onTooManySteps: @MainActor (String) async -> Void
    /// How many steps were done.
    private var steps = 0
    /// Whether the present step is counted, whose timer is waited for.
    private var isCounted = false
    /// What is wrong with a task that does not come to an end.
    public private(set) var endlessness: String?
    /// The steps that were shown.
    public private(set) var shown: Set<String> = []
    /// What was told of last.
    private var line: StepLine?
    /// The question that was answered last.
    private var question: String?
    /// The answers that were refused, in their order.
    public private(set) var refused: [RefusedAnswer] = []

    /// So many steps are unlikely to be meant.
    private static let manySteps = 1000
    /// So many have no end.
    private static let tooManySteps = 10_000

    /// A participant with answers.
    ///
    /// - Parameters:
    ///   - answers: The answers.
    ///   - known: The steps that the task was known to have: their questions were looked at.
    ///   - onStep: Hears of each step as it is shown.
    ///   - onRefusal: Hears of each answer that is refused, as soon as it is.
    ///   - onManySteps: Hears of a task that may have no end.
    ///   - onTooManySteps: Ends one that has none.
    public init(
        _ answers: [GivenAnswer],
        known: Set<String> = [],
        onStep: @escaping @MainActor (StepLine) -> Void = { _ in },
        onRefusal: @escaping @MainActor (RefusedAnswer) -> Void = { _ in },
        onManySteps: @escaping @MainActor (String) -> Void = { _ in },
        onTooManySteps: @escaping @MainActor (String) async -> Void
    ) {
        self.answers = answers
        self.known = known
        self.onStep = onStep
        self.onRefusal = onRefusal
        self.onManySteps = onManySteps
        self.onTooManySteps = onTooManySteps
    }

    /// Refuses the answers to steps that the task was not known to have, and has not shown.
    public func refuseUnasked() {
        let steps = Set(answers.map(\.step)).subtracting(known).subtracting(shown)
        for step in steps.sorted() { refuseAll(at: step, "no such step was shown") }
    }

    private func refuseAll(at step: String, _ reason: String) {
        for answer in answers where answer.step == step {
            note(RefusedAnswer(step: step, question: answer.question, reason: reason))
        }
    }

    /// What a step is answered by whoever has only its own answers at hand.
    private func automatic(at step: String, in path: RSDTaskViewModel) -> AutomaticParticipant {
        let sections = path.sections
        let fitting = answers.filter { $0.isFor(step, in: sections) }
        return AutomaticParticipant(answers: [
            step: Dictionary(fitting.map { ($0.question, $0.value) }) { _, last in last }
        ])
    }

    public func respond(to prompt: StepPrompt) async -> ParticipantAction {
        let step = prompt.step.identifier
        shown.insert(step)
        let next = StepLine(prompt)
        if next != line { onStep(next) }
        line = next
        if let question, let refusal = prompt.refusal {
            note(RefusedAnswer(step: step, question: question, reason: refusal.context.message))
        }
        question = nil
        let asksNothing = TaskQuestions.questions(of: prompt.step)?.isEmpty == true
        // Of a step that was known, that was said before the task began.
        if asksNothing, !known.contains(step) { refuseAll(at: step, "the step asks nothing") }
        let automatic =
            asksNothing ? AutomaticParticipant() : automatic(at: step, in: prompt.path)
        let action = await automatic.respond(to: prompt)
        guard case .answer(let field, _) = action else {
            if action == .goForward || action == .wait {
                // A step whose timer has run out is asked about again, unless it leads on by itself.
                if !prompt.isTimerOver || !isCounted { await countStep(step) }
                isCounted = action == .wait
            }
            return action
        }
        question = field
        if let form = prompt.dataSource, form.indexPath(ofField: field) == nil {
            let reason = "the step has no such question"
            note(RefusedAnswer(step: step, question: field, reason: reason))
        }
        return action
    }

    /// Counts a step that is done, and sees to it that there are not more and more for ever.
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
        guard !refused.contains(answer) else { return }
        refused.append(answer)
        onRefusal(answer)
    }
}

extension RSDTaskViewModel {
    /// The sections around a step of this level, the outermost first.
    fileprivate var sections: [String] {
        guard let outer = parent as? RSDTaskViewModel else { return [] }
        return outer.sections + [identifier]
    }
}
