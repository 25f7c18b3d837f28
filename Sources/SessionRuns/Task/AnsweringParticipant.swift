// Stands in for the participant in a run without one. It gives the answers of a file, and remembers each answer that
// the task refuses, since the run continues without it and the report has to name it. It also ends a task that shows
// steps without end, since nobody sees that.

internal import PlainWords
internal import Research
public import ResearchUI

/// An answer that a form refused.
public struct RefusedAnswer: Sendable, Equatable, Encodable {
    public var step: String
    public var question: String
    /// Why it was refused.
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

    /// The message about the refusal.
    public var told: String { AnswerWords.refusal(of: question, at: step, reason) }
}

/// Gives the answers of a file, and otherwise goes on wherever the task allows it.
@MainActor
public final class AnsweringParticipant: TaskParticipant {
    private let answers: [GivenAnswer]
    /// The steps whose questions were checked before the run.
    private let known: Set<String>
    private let onStep: @MainActor (StepLine) -> Void
    private let onRefusal: @MainActor (RefusedAnswer) -> Void
    private let onManySteps: @MainActor (String) -> Void
    private let onTooManySteps: @MainActor (String) async -> Void
    /// How many steps were done.
    private var steps = 0
    /// Whether the present step is counted already and waits for its timer.
    private var isCounted = false
    /// The error of a task that does not come to an end; `nil` for any other.
    public private(set) var endlessness: String?
    /// The steps shown so far.
    public private(set) var shown: Set<String> = []
    /// The last line passed to `onStep`.
    private var line: StepLine?
    /// The question answered last.
    private var question: String?
    /// The refused answers, in order.
    public private(set) var refused: [RefusedAnswer] = []
    /// The first required answer that was missing, as a file of answers gives it; `nil` if none was missing.
    ///
    /// A refused answer is not missing.
    package private(set) var missingAnswer: String?

    /// After this many steps, the user is warned that the task may have no end.
    private static let manySteps = 1000
    /// After this many steps, the task is ended.
    private static let tooManySteps = 10_000

    /// Makes a participant with answers.
    ///
    /// - Parameters:
    ///   - answers: The answers.
    ///   - known: The steps whose questions were checked before the run.
    ///   - onStep: Called with each step that is shown.
    ///   - onRefusal: Called with each answer as soon as it is refused.
    ///   - onManySteps: Called with a warning if the task may have no end.
    ///   - onTooManySteps: Ends a task that has no end.
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

    /// Refuses the answers to steps that were neither known before the run nor shown during it.
    public func refuseUnasked() {
        let steps = Set(answers.map(\.step)).subtracting(known).subtracting(shown)
        for step in steps.sorted() { refuseAll(at: step, "no such step was shown") }
    }

    private func refuseAll(at step: String, _ reason: String) {
        for answer in answers where answer.step == step {
            note(RefusedAnswer(step: step, question: answer.question, reason: reason))
        }
    }

    /// Makes an automatic participant that has only the answers for this step.
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
        // Answers to a known step that asks nothing were refused before the task began.
        if asksNothing, !known.contains(step) { refuseAll(at: step, "the step asks nothing") }
        let automatic =
            asksNothing ? AutomaticParticipant() : automatic(at: step, in: prompt.path)
        let action = await automatic.respond(to: prompt)
        guard case .answer(let field, _) = action else {
            if action == .goForward { noteMissing(at: step, in: prompt) }
            if action == .goForward || action == .wait {
                // A step that waits for its timer is counted now. Unless it goes on by itself, it prompts again when
                // the timer has run out, and must not be counted twice.
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

    /// Counts a step, and ends a task that goes on for ever.
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
                + "its rules lead back for ever; fix its 'nextStepIdentifier' and 'skipToIdentifier', or "
                + "give answers that lead on by --answers"
            endlessness = error
            await onTooManySteps(error)
        default: break
        }
    }

    private func noteMissing(at step: String, in prompt: StepPrompt) {
        guard missingAnswer == nil else { return }
        let missing = prompt.dataSource?.unanswered.first { question in
            !refused.contains { $0.step == step && $0.question == question }
        }
        missingAnswer = missing.map { "{\"\(step)\": {\"\($0)\": ANSWER}}" }
    }

    /// Notes a refused answer once: a step that is shown again refuses the same answer again.
    private func note(_ answer: RefusedAnswer) {
        guard !refused.contains(answer) else { return }
        refused.append(answer)
        onRefusal(answer)
    }
}

extension RSDTaskViewModel {
    /// The sections around the steps of this level, the outermost first.
    fileprivate var sections: [String] {
        guard let outer = parent as? RSDTaskViewModel else { return [] }
        return outer.sections + [identifier]
    }
}
