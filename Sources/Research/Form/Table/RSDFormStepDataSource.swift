// The table of a form. It passes each input to the editor, and writes the answers to the result.

public import FoundationEssentials
internal import Timebase

/// The table of a form.
///
/// The initialiser writes the initial answers to the result of the level, so create the table when the step is shown.
@MainActor
open class RSDFormStepDataSource: RSDTableDataSource {
    public weak var delegate: (any RSDTableDataSourceDelegate)?
    public let step: any RSDFormUIStep
    public private(set) weak var parent: (any RSDPathComponent)?
    public private(set) var editor: AnswerEditor

    /// Creates the table of a step that is shown at a level, for the hints that the screen supports.
    ///
    /// `stored` has answers of other runs, by question; `nil` to use the `storedAnswers` of the run.
    public init(
        step: any RSDFormUIStep,
        parent: (any RSDPathComponent)?,
        supportedHints: Set<RSDFormUIHint> = RSDFormUIHint.tableHints,
        locale: AnswerLocale,
        stored: [String: AnswerValue]? = nil
    ) {
        self.step = step
        self.parent = parent
        editor = AnswerEditor(
            step.inputFields.map {
                FormQuestion($0, supportedHints: supportedHints, locale: locale)
            },
            footer: Self.footer(of: step)
        )
        let run = (parent as? RSDTaskViewModel)?.root
        editor.prefill(
            previous: Self.previousAnswers(of: step, parent as? any RSDHistoryPathComponent),
            stored: stored ?? run?.storedAnswers[step.identifier] ?? [:],
            now: now
        )
        for index in editor.groups.indices where editor.groups[index].answer != .unanswered {
            write(index)
        }
    }

    public var sections: [RSDTableSection] { editor.sections }

    public func itemGroup(at indexPath: IndexPath) -> RSDTableItemGroup? {
        editor.groupIndex(at: indexPath).map { editor.groups[$0] }
    }

    /// Returns the question that a row belongs to.
    public func question(at indexPath: IndexPath) -> FormQuestion? {
        editor.groupIndex(at: indexPath).map { editor.questions[$0] }
    }

    /// Uses the screen's locale for what the form's own locale does not specify.
    package final func follow(_ surroundings: AnswerLocale) { editor.follow(surroundings) }

    /// Returns the picker of a row; `nil` if its answer is not picked.
    open func picker(at indexPath: IndexPath) -> RSDPickerDataSource? {
        question(at: indexPath)?.picker(at: now)
    }

    open func allAnswersValid() -> Bool { editor.allAnswersValid }

    /// True if the participant may go on: the level allows it, and every required question has an answer.
    open var isForwardEnabled: Bool {
        ((parent as? any RSDHistoryPathComponent)?.isForwardEnabled ?? true) && allAnswersValid()
    }

    open func saveAnswer(
        _ input: AnswerInput,
        at indexPath: IndexPath
    ) throws(RSDInputFieldError) {
        let change = try editor.save(input, at: indexPath, now: now)
        note(change, at: indexPath)
    }

    open func selectAnswer(
        item: RSDTableItem,
        at indexPath: IndexPath
    ) throws(RSDInputFieldError) -> (isSelected: Bool, reloadSection: Bool) {
        let change = try editor.select(at: indexPath)
        note(change, at: indexPath)
        return (change.isSelected, change.reloadSection)
    }

    /// The current time, for checking and dating answers.
    open var now: Date {
        if let level = parent as? RSDTaskViewModel {
            return Date(level.timekeeper.reading().realtime)
        }
        let level = parent as? any RSDHistoryPathComponent
        return level?.taskResult.endDate ?? Date(timeIntervalSince1970: 0)
    }
}

extension RSDFormStepDataSource {
    private func note(_ change: AnswerEditor.Change, at place: IndexPath) {
        if let index = editor.groupIndex(at: place) { write(index) }
        delegate?.tableDataSource(self, didChangeAnswersIn: change.section)
    }

    /// Writes the answer of a question to the step's result, or removes it from there.
    private func write(_ index: Int) {
        guard let level = parent as? any RSDHistoryPathComponent else { return }
        let question = editor.questions[index]
        let earlier = level.taskResult.stepHistory.lastIndex { $0.identifier == step.identifier }
        var result = form(earlier.map { level.taskResult.stepHistory[$0] })
        switch editor.groups[index].answer {
        case .unanswered:
            result.inputResults.removeAll { $0.identifier == question.identifier }
        case .given(let value):
            result.appendInputResults(
                with: RSDAnswerResultObject(
                    identifier: question.identifier,
                    answerType: question.answerType,
                    value: value,
                    startDate: result.startDate,
                    endDate: max(now, result.startDate),
                    questionText: question.title
                )
            )
        }
        if let level = parent as? RSDTaskViewModel {
            level.updateResult(result)
        } else if let earlier {
            level.taskResult.stepHistory[earlier] = result
        } else {
            level.taskResult.appendStepHistory(with: result)
        }
    }

    /// Returns the step's result so far, as a collection that can hold answers.
    private func form(_ earlier: (any RSDResult)?) -> any RSDCollectionResult {
        if let collection = earlier as? any RSDCollectionResult { return collection }
        var fresh =
            step.instantiateStepResult() as? any RSDCollectionResult
            ?? RSDCollectionResultObject(identifier: step.identifier, startDate: now)
        fresh.startDate = earlier?.startDate ?? now
        fresh.endDate = earlier?.endDate ?? fresh.startDate
        fresh.skipToIdentifier = (earlier as? any RSDNavigationResult)?.skipToIdentifier
        return fresh
    }

    private static func footer(of step: any RSDFormUIStep) -> TableFooter {
        let image = (step as? any RSDDesignableUIStep)?.imageTheme
        return TableFooter(
            imageName: image?.placementType == .iconAfter ? image?.imageIdentifier : nil,
            footnote: step.footnote
        )
    }

    /// Returns the answers of earlier runs, followed by those that the step had when it was shown before.
    ///
    /// If the step's result is new and has no answers yet, those of the previous results are used.
    private static func previousAnswers(
        of step: any RSDFormUIStep,
        _ level: (any RSDHistoryPathComponent)?
    ) -> [any RSDAnswerResult] {
        func answers(_ result: (any RSDResult)?) -> [any RSDAnswerResult] {
            let collection = result as? any RSDCollectionResult
            return collection?.inputResults.compactMap { $0 as? any RSDAnswerResult } ?? []
        }
        let known = answers(level?.previousResult(for: step))
        guard let level = level as? RSDTaskViewModel else { return known }
        return answers(level.trackedResult(of: step.identifier))
            + (known.isEmpty
                ? answers(level.previousResults.last { $0.identifier == step.identifier }) : known)
    }
}
