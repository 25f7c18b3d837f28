// Gives answers by the identifiers of their questions, as a file or a script does: to the step's form on screen if
// there is one, or else to a form that is not shown.

internal import FoundationEssentials
internal import Research
internal import TaskEngine
internal import Timebase

/// Gives answers to the questions of one step.
@MainActor
final class StepAnswers {
    /// The questions; `nil` if the step has none.
    let questions: (any RSDTableDataSource)?
    /// The questions that were answered since the step appeared.
    private(set) var answered: Set<String> = []
    /// Why the last answer was refused; `nil` if it was accepted.
    private(set) var refusal: RSDInputFieldError?
    private let step: any RSDStep
    private let path: RSDTaskViewModel
    private let run: RSDTaskViewController
    /// Whether a screen shows the questions; it then reports answers to the run itself.
    private let isOnScreen: Bool

    /// All input styles: without a screen, answers can be given in any of them.
    private static let hints: Set<RSDFormUIHint> = [
        .button, .checkbox, .combobox, .disclosureArrow, .link, .list, .multipleLine, .picker,
        .popover, .radioButton, .section, .slider, .textfield, .toggle,
    ]

    init(of controller: any RSDStepController, in run: RSDTaskViewController) {
        self.run = run
        (step, path) = (controller.step, controller.path)
        // A step without questions is shown as a table, too, with no sections.
        let table = (controller as? RSDTableStepViewController)?.table
        let shown = table.flatMap { $0.sections.isEmpty ? nil : $0 }
        isOnScreen = shown != nil
        questions =
            shown
            ?? (step as? any RSDTableStep)?.instantiateDataSource(with: path, for: Self.hints)
    }

    /// Answers a question; puts the reason of a refusal into `refusal` and into the run's notes.
    func take(_ input: AnswerInput, for field: String) {
        answered.insert(field)
        refusal = nil
        guard let questions else {
            write(input, for: field)
            return run.answersDidChange()
        }
        guard let place = questions.indexPath(ofField: field) else {
            return noteRefusal(of: field, "the step has no such question")
        }
        do throws(RSDInputFieldError) {
            try questions.saveAnswer(input, at: place)
            if !isOnScreen { run.answersDidChange() }
        } catch {
            refusal = error
            noteRefusal(of: field, error.context.message)
        }
    }

    private func noteRefusal(of field: String, _ reason: String) {
        run.engine.note(AnswerWords.refusal(of: field, at: step.identifier, reason))
    }

    /// Writes the answer to a question of a step without a form into the step's result, as a host would.
    private func write(_ input: AnswerInput, for field: String) {
        let now = Date(path.timekeeper.reading().realtime)
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
