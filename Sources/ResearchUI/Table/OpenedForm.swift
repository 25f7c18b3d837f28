// A question that is itself a form. Its row opens the form on top of the screen, and the form's answers together are
// the answer to the question. An ordinary form controller shows it, without a run.

internal import FoundationEssentials
internal import Research
internal import TaskEngine
internal import ViewTree

/// A form that is opened from a row.
@MainActor
final class OpenedForm: RSDStepHost {
    private weak var opener: RSDTableStepViewController?
    let controller: RSDTableStepViewController
    /// The identifier of the question; its row may move while the form is open.
    private let question: String

    init(
        of field: RSDDetailInputFieldObject,
        at place: IndexPath,
        in opener: RSDTableStepViewController
    ) {
        self.opener = opener
        let question = opener.question(at: place)
        self.question = field.identifier
        let step = RSDFormUIStepObject(
            identifier: field.identifier,
            inputFields: field.inputFields
        )
        step.title = field.inputPrompt
        step.text = field.inputPromptDetail
        if let locale = question?.locale { step.answerLocale = locale }
        controller = RSDTableStepViewController(step: step, parent: nil)
        controller.stepViewModel = RSDStepViewModel(
            step: step,
            parent: nil,
            timekeeper: opener.stepViewModel.timekeeper
        )
        controller.path.storedAnswers[step.identifier] = DetailAnswers.byQuestion(
            opener.table?.itemGroup(at: place)?.answer.value,
            field
        )
        controller.host = self
    }

    var services: StepServices { opener?.services ?? .silent }
    var words: StepWords { opener?.words ?? StepWords() }
    var canSaveTaskProgress: Bool { false }
    var tellsWhenStepMayBegin: Bool { false }

    func goForward() {
        guard let opener, let answers = controller.tableData?.editor,
            // The question may have disappeared.
            let place = opener.table?.indexPath(ofField: question)
        else { return close() }
        let type = opener.question(at: place)?.kind.answer ?? .codable
        let input = DetailAnswers.together(answers, as: type)
        guard opener.saveAnswer(newValue: input, at: place) else {
            // The opener shows the error on top of the form, which stays open to be corrected.
            return controller.stepDidStay()
        }
        close()
    }

    func goBack() { close() }

    func handleTaskCancelled(shouldSave: Bool) { close() }

    private func close() {
        opener?.dismiss(animated: true)
        opener?.openedForm = nil
    }
}

extension RSDTableStepViewController {
    /// The input field of a row, if it is a form of its own.
    final func detailField(at place: IndexPath) -> RSDDetailInputFieldObject? {
        guard let question = question(at: place) else { return nil }
        let field = formStep?.inputFields.first { $0.identifier == question.identifier }
        guard let detail = field as? RSDDetailInputFieldObject, !detail.inputFields.isEmpty else {
            return nil
        }
        return detail
    }

    final func openForm(at place: IndexPath) {
        guard let field = detailField(at: place) else { return }
        let open = openedForm?.controller
        guard !controllersOnTop.contains(where: { $0 === open }) else { return }
        giveUpKeys(quietly: false)
        let form = OpenedForm(of: field, at: place, in: self)
        openedForm = form
        present(form.controller, animated: true)
    }

    /// A summary of the answers of a form in a row; `nil` without answers.
    final func formSummary(of answer: FormAnswer, at place: IndexPath) -> String? {
        guard let value = answer.value, let field = detailField(at: place),
            let locale = question(at: place)?.shownLocale
        else { return nil }
        let answers = DetailAnswers.byQuestion(value, field)
        let texts = field.inputFields.compactMap { nested -> String? in
            let question = FormQuestion(nested, locale: locale)
            guard let answer = answers[nested.identifier] else { return nil }
            guard case .string(let text) = answer else { return question.text(for: answer) }
            return question.codedDate(in: text).map { question.text(for: $0) } ?? text
        }
        return texts.isEmpty ? nil : texts.joined(separator: words(.separator))
    }
}

/// Converts between the answers of a form and the answer to the question that it belongs to.
enum DetailAnswers {
    /// Combines all answers: into an object by question identifier, or into the first answer for other answer types.
    static func together(
        _ answers: AnswerEditor,
        as type: RSDAnswerResultType.BaseType
    ) -> AnswerInput {
        let given = zip(answers.questions, answers.groups).compactMap { question, group in
            group.answer == .unanswered ? nil : (question, group.answer.value)
        }
        guard type == .codable else {
            guard let (question, value) = given.first, let value else { return .cleared }
            return type == .string ? .text(question.codedText(for: value)) : .value(value)
        }
        guard !given.isEmpty else { return .cleared }
        var object: [String: JSONValue] = [:]
        for (question, value) in given {
            object[question.identifier] = value.map { json($0, question) } ?? .null
        }
        return .value(.codable(.object(object)))
    }

    /// Splits the combined answer into the answers of the form's questions.
    static func byQuestion(
        _ answer: AnswerValue?,
        _ field: RSDDetailInputFieldObject
    ) -> [String: AnswerValue] {
        guard case .codable(.object(let object))? = answer else {
            guard let first = field.inputFields.first, let answer else { return [:] }
            return [first.identifier: answer]
        }
        return object.compactMapValues { $0 == .null ? nil : AnswerWords.value(of: $0) }
    }

    /// Converts an answer to JSON; a date has the format of its question.
    private static func json(_ value: AnswerValue, _ question: FormQuestion) -> JSONValue {
        switch value {
        case .date: .string(question.codedText(for: value))
        case .array(let values): .array(values.map { json($0, question) })
        case .boolean, .integer, .decimal, .string, .data, .codable, .dictionary:
            AnswerWords.json(value)
        }
    }
}
