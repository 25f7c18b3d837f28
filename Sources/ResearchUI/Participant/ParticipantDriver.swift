// Drives a run with a simulated participant. It uses the steps' own controllers, with their timers, rules and refusals,
// so that what a script proves is also true for the screen that a person sees.

internal import Research
internal import TaskEngine
internal import Timebase

/// Performs a participant's actions at each step of a run.
@MainActor
struct ParticipantDriver {
    private let participant: any TaskParticipant
    private let run: RSDTaskViewController

    /// The most actions at one step: more than any participant needs.
    private static let actionLimit = 10_000

    init(_ participant: any TaskParticipant, of run: RSDTaskViewController) {
        self.participant = participant
        self.run = run
    }

    private var engine: TaskEngine { run.engine }

    /// Runs the task to its end.
    func run() async -> TaskFinishReason {
        run.appear()
        while !engine.isEnding {
            if run.isMoving {
                await engine.news()
            } else if let controller = run.currentStepController {
                await takePart(in: controller)
            } else {
                await engine.news()
            }
        }
        let reason = await engine.ended()
        run.disappear()
        return reason
    }

    /// Performs the participant's actions until the step is left.
    private func takePart(in controller: any RSDStepController) async {
        let answers = StepAnswers(of: controller, in: run)
        for _ in 0..<Self.actionLimit {
            await (controller as? RSDStepViewController)?.underway?.value
            guard isShown(controller) else { return }
            let action = await participant.respond(to: prompt(of: controller, answers))
            guard isShown(controller) else { return }
            await perform(action, at: controller, answers)
        }
        await engine.finish(
            .failed,
            ParticipantError(step: controller.step.identifier, actions: Self.actionLimit)
        )
    }

    private func isShown(_ controller: any RSDStepController) -> Bool {
        !engine.isEnding && run.currentStepController === controller
    }

    private func prompt(
        of controller: any RSDStepController,
        _ answers: StepAnswers
    ) -> StepPrompt {
        let path = controller.path
        var prompt = StepPrompt(
            step: controller.step,
            path: path,
            dataSource: answers.questions,
            now: path.timekeeper.now
        )
        prompt.answered = answers.answered
        prompt.refusal = answers.refusal
        prompt.isTimerOver = (controller as? RSDStepViewController)?.timer.isOver ?? false
        return prompt
    }

    // MARK: Doing

    private func perform(
        _ action: ParticipantAction,
        at controller: any RSDStepController,
        _ answers: StepAnswers
    ) async {
        let step = controller as? RSDStepViewController
        switch action {
        case .answer(let field, let input):
            answers.take(input, for: field)
            await engine.progressIsSaved()
            return
        case .goForward:
            if let step { goForward(from: step, answers) } else { run.goForward() }
        case .skip:
            if let step { step.skipForward() } else { run.goForward() }
        case .goBack:
            if let step { step.goBack() } else { run.goBack() }
        case .jump(let identifier): run.jump(to: identifier)
        case .cancel(let shouldSave):
            if let step {
                step.cancelTask(shouldSave: shouldSave)
            } else {
                run.handleTaskCancelled(shouldSave: shouldSave)
            }
            // A controller that asks for confirmation first decides later: let it run.
            await Task.yield()
        case .wait:
            if let step, await waitForTimer(of: step) { return }
            if isShown(controller) { return await perform(.goForward, at: controller, answers) }
        }
        await hasHappened(at: controller)
    }

    private func goForward(from step: RSDStepViewController, _ answers: StepAnswers) {
        // No person is editing a field: save its text, and do not move the focus to another field.
        (step as? RSDTableStepViewController)?.giveUpKeys(quietly: true)
        guard !step.isForwardEnabled else { return step.goForward() }
        let questions = answers.questions?.unanswered ?? []
        let lacking =
            questions.isEmpty
            ? "what" : "an answer to \(questions.joined(separator: ", ")), which"
        engine.note(
            "\(step.step.identifier): the run went on without \(lacking) the step requires; a person could not have"
        )
        step.jumpForward()
    }

    /// Waits for the end of the step's timer; returns false at once if there is no timer, or if it is over.
    private func waitForTimer(of step: RSDStepViewController) async -> Bool {
        guard step.usesTimer, (step.activeStep?.duration ?? 0) > 0, !step.timer.isOver else {
            return false
        }
        step.awaitsParticipant = false
        step.startHeld()
        // If the timer does not start by itself, start it as a person would.
        if step.clock == nil, step.heldStart == nil, !step.isAutomatic { step.start() }
        while isShown(step), !step.timer.isOver { await engine.news() }
        await hasHappened(at: step)
        return true
    }

    /// Waits until the effects of an action are complete.
    private func hasHappened(at controller: any RSDStepController) async {
        let step = controller as? RSDStepViewController
        await step?.underway?.value
        while isShown(controller), run.isMoving || step?.isSpeakingEnd == true {
            await engine.news()
        }
    }
}

/// The participant did not leave a step within the limit of actions.
struct ParticipantError: Error, CustomStringConvertible {
    var step: String
    var actions: Int

    var description: String {
        "the participant has done \(actions) things at the step '\(step)' and is still there; "
            + "let it go on, or cancel"
    }
}
