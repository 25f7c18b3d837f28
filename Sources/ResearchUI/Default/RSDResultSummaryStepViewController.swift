// What came of the task: one answer of it, with its unit.

internal import Research
internal import ViewTree

/// Shows an answer of the task.
open class RSDResultSummaryStepViewController: RSDStepViewController {
    /// What stands above the answer.
    public final let resultTitleLabel = UILabel(name: "resultTitle", role: .caption)
    /// The answer, with its unit.
    public final let resultLabel = UILabel(name: "result", role: .value)

    /// The answer, with its unit; `nil` where there is none to show.
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
        guard let summary, let answer = answer(of: summary), let value = answer.value else {
            return nil
        }
        let text = AnswerText.text(of: value)
        guard let unit = summary.unitText ?? answer.answerType.unit else { return text }
        return "\(text) \(unit)"
    }

    /// The answer, in the step's own level or in one around it.
    private func answer(of summary: any RSDResultSummaryStep) -> (any RSDAnswerResult)? {
        let place =
            summary as? RSDResultSummaryStepObject ?? RSDResultSummaryStepObject(place: summary)
        var level = stepViewModel.taskViewModel
        while let here = level {
            if let found = place.answer(in: here.taskResult) { return found }
            level = here.parentLevel
        }
        return nil
    }
}

extension RSDResultSummaryStepObject {
    /// A step that finds the same answer as another one.
    fileprivate convenience init(place: any RSDResultSummaryStep) {
        self.init(identifier: place.identifier, type: place.stepType)
        stepResultIdentifier = place.stepResultIdentifier
        resultIdentifier = place.resultIdentifier
    }
}

/// Answers as a participant reads them.
enum AnswerText {
    /// An answer in words; numbers with two digits behind the point at most.
    static func text(of value: AnswerValue) -> String {
        switch value {
        case .boolean(let value): value ? "✓" : "✗"
        case .integer(let value): "\(value)"
        case .decimal(let value): text(of: value)
        case .string(let value): value
        case .date(let value): "\(value)"
        case .data(let value): "\(value.count) B"
        case .codable(let json): text(of: json)
        case .array(let values): values.map { text(of: $0) }.joined(separator: ", ")
        case .dictionary(let values):
            values.sorted { $0.key < $1.key }.map { "\($0.key): \(text(of: $0.value))" }
                .joined(separator: ", ")
        }
    }

    private static func text(of json: JSONValue) -> String {
        switch json {
        case .null: "–"
        case .boolean(let value): value ? "✓" : "✗"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .number(let value): text(of: value)
        case .string(let value): value
        case .array(let values): values.map { text(of: $0) }.joined(separator: ", ")
        case .object(let values):
            values.sorted { $0.key < $1.key }.map { "\($0.key): \(text(of: $0.value))" }
                .joined(separator: ", ")
        }
    }

    private static func text(of number: Double) -> String {
        let rounded = (number * 100).rounded() / 100
        guard rounded.isFinite else { return "\(number)" }
        return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
    }
}
