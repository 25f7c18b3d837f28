// Shows a step to nobody: lets its timer run on the run's own time, and does what a participant
// without a screen wants.

internal import FoundationEssentials
public import Research
internal import Timebase

/// Runs a step without a view.
@MainActor
public final class HeadlessStepController: RSDRunningStepController {
    public let step: any RSDStep
    public let path: RSDTaskViewModel
    /// The questions, where the step has any.
    public let dataSource: (any RSDTableDataSource)?

    private weak var engine: TaskEngine?
    private let participant: (any TaskParticipant)?
    private var timer: Task<Void, Never>?
    private var hasLeft = false
    private var answered: Set<String> = []
    private var refusal: RSDInputFieldError?
    private var isTimerOver = false

    /// Whoever has no screen can give answers in any way.
    private static let hints: Set<RSDFormUIHint> = [
        .button, .checkbox, .combobox, .disclosureArrow, .link, .list, .multipleLine, .picker,
        .popover, .radioButton, .section, .slider, .textfield, .toggle,
    ]

    /// More than any participant does at one step.
    private static let actionLimit = 10_000

    /// A controller for a step of a run; without a participant it waits for the host.
    public init(
        step: any RSDStep,
        path: RSDTaskViewModel,
        engine: TaskEngine,
        participant: (any TaskParticipant)?
    ) {
        self.step = step
        self.path = path
        self.engine = engine
        self.participant = participant
        dataSource = (step as? any RSDTableStep)?.instantiateDataSource(
            with: path,
            for: Self.hints
        )
    }

    public func didFinishLoading() {}

    public func stepMayBegin() {
        guard let participant, let engine else { return }
        Task { await run(participant, in: engine) }
    }

    public func stepWillLeave() {
        hasLeft = true
        timer?.cancel()
    }

    private func run(_ participant: any TaskParticipant, in engine: TaskEngine) async {
        let appeared = path.timekeeper.now
        for _ in 0..<Self.actionLimit {
            if hasLeft || engine.isEnding { return }
            let action = await participant.respond(to: prompt)
            if hasLeft || engine.isEnding { return }
            switch action {
            case .goForward: await engine.press(.goForward)
            case .skip: await engine.press(.skip)
            case .goBack: await engine.goBack()
            case .jump(let identifier): await engine.jump(to: identifier)
            case .cancel(let shouldSave):
                engine.handleTaskCancelled(shouldSave: shouldSave)
                // Whoever asks somebody first has not decided yet.
                await Task.yield()
            case .wait: await wait(from: appeared, in: engine)
            case .answer(let field, let input):
                answer(field, input, in: engine)
                await engine.progressIsSaved()
            }
        }
        await engine.finish(.failed, ParticipantError(step: step.identifier))
    }

    private var prompt: StepPrompt {
        var prompt = StepPrompt(
            step: step,
            path: path,
            dataSource: dataSource,
            now: path.timekeeper.now
        )
        prompt.answered = answered
        prompt.refusal = refusal
        prompt.isTimerOver = isTimerOver
        return prompt
    }

    // MARK: Timer

    private func wait(from appeared: BootInstant, in engine: TaskEngine) async {
        guard let active = step as? any RSDActiveUIStep, active.duration > 0, !isTimerOver else {
            await engine.press(.goForward)
            return
        }
        let timekeeper = path.timekeeper
        let end = appeared.advanced(by: .seconds(active.duration))
        let timer = Task<Void, Never> {
            // A sleep that is cut short has been left.
            try? await timekeeper.sleep(until: end, tolerance: nil)
        }
        self.timer = timer
        await timer.value
        if hasLeft || engine.isEnding { return }
        isTimerOver = true
        if active.commands.contains(.continueOnFinish) {
            await engine.press(.goForward)
        } else {
            engine.stepFinished()
        }
    }

    // MARK: Answers

    private func answer(_ field: String, _ input: AnswerInput, in engine: TaskEngine) {
        answered.insert(field)
        refusal = nil
        guard let dataSource else {
            writeAnswer(field, input)
            engine.answersDidChange()
            return
        }
        guard let place = Self.place(of: field, in: dataSource) else {
            noteRefusal(of: field, "the step has no such question", in: engine)
            return
        }
        do throws(RSDInputFieldError) {
            try dataSource.saveAnswer(input, at: place)
            engine.answersDidChange()
        } catch {
            refusal = error
            noteRefusal(of: field, error.context.message, in: engine)
        }
    }

    private func noteRefusal(of field: String, _ reason: String, in engine: TaskEngine) {
        engine.note(AnswerWords.refusal(of: field, at: step.identifier, reason))
    }

    private static func place(
        of field: String,
        in dataSource: any RSDTableDataSource
    ) -> IndexPath? {
        for section in dataSource.sections {
            for row in section.items.indices {
                let place = IndexPath(row: row, section: section.index)
                if dataSource.itemGroup(at: place)?.identifier == field { return place }
            }
        }
        return nil
    }

    /// Keeps the answer to a question that has no form: the step's own, as a host would.
    private func writeAnswer(_ field: String, _ input: AnswerInput) {
        let now = path.date
        var collection =
            path.taskResult.findResult(for: step.identifier) as? any RSDCollectionResult
            ?? RSDCollectionResultObject(identifier: step.identifier, startDate: now)
        let value: JSONValue? =
            switch input {
            case .cleared: nil
            case .text(let text): .string(text)
            case .value(let value): AnswerWords.json(value)
            }
        collection.appendInputResults(
            with: RSDAnswerResultObject(
                identifier: field,
                answerType: RSDAnswerResultType(baseType: .codable),
                value: value.map { .codable($0) },
                startDate: now
            )
        )
        path.updateResult(collection)
    }
}

/// A participant that does not come to an end.
struct ParticipantError: Error, CustomStringConvertible {
    var step: String

    var description: String {
        "the participant has done 10000 things at the step '\(step)' and is still there; "
            + "let it go on, or cancel"
    }
}
