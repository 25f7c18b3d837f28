// Shows one answer of the task, with its unit.

internal import Research
internal import TaskEngine
internal import ViewTree

/// Shows an answer of the task.
open class RSDResultSummaryStepViewController: RSDStepViewController {
    /// The title above the answer.
    public final let resultTitleLabel = UILabel(name: "resultTitle", role: .caption)
    /// The answer, with its unit.
    public final let resultLabel = UILabel(name: "result", role: .value)

    /// The answer, with its unit; `nil` if there is none.
    open var resultText: String? { answerWithUnit }

    open override func viewDidLoad() {
        super.viewDidLoad()
        navigationBody?.addSubview(resultTitleLabel)
        navigationBody?.addSubview(resultLabel)
    }

    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        showResult()
    }

    open override func wordsDidChange() {
        super.wordsDidChange()
        if isViewLoaded { showResult() }
    }
}

extension RSDResultSummaryStepViewController {
    private var summary: (any RSDResultSummaryStep)? {
        stepViewModel?.step as? any RSDResultSummaryStep
    }

    private func showResult() {
        let text = resultText
        resultLabel.text = text
        resultTitleLabel.text = text == nil ? nil : summary?.resultTitle
    }

    private var answerWithUnit: String? {
        guard let summary, let (answer, level) = answer(of: summary), let value = answer.value
        else { return nil }
        let telling = words.telling(as: level.formLocale)
        return telling.text(for: value, of: answer.answerType, unit: summary.unitText)
    }

    /// The answer, and the level of the run (task, section or subtask) that has it: the step's own, or one around it.
    private func answer(
        of summary: any RSDResultSummaryStep
    ) -> (answer: any RSDAnswerResult, level: RSDTaskViewModel)? {
        var level = stepViewModel.taskViewModel
        while let here = level {
            // Only an answer with a value counts; without one here, go on with the level around.
            if let found = summary.shownAnswer(in: here.taskResult) { return (found, here) }
            level = here.parentLevel
        }
        return nil
    }
}

extension RSDScreen {
    /// Shows steps that show an answer of the task.
    static let resultSummary = RSDScreen(RSDResultSummaryStepViewController.init(step:parent:)) {
        $0 is any RSDResultSummaryStep
    }
}
