// A picker with columns, each of which shows one of its rows. There is an answer when every column has a selected row.

public import Research
public import ViewTree

/// A picker with one or more columns.
open class UIPickerView: UIView, RSDPickerViewProtocol {
    /// The rows of the columns, and their meaning.
    public enum Columns: Sendable, Hashable {
        case columns(RSDColumnPickerDataSource)
        /// One column, a row for each number.
        case number(RSDNumberPickerDataSource)
    }

    public final let columns: Columns
    public final let kind: PickerContent.Kind
    public final weak var observer: (any RSDPickerObserver)?
    /// The selected row of each column; `nil` if none is selected.
    public private(set) final var selected: [Int?] {
        didSet { if selected != oldValue { setNeedsDisplay() } }
    }
    private let texts: [[String]]
    private let saysRows: Bool
    private let say: (AnswerValue) -> String
    private let wordOfUnit: (String) -> String

    /// Creates a picker.
    ///
    /// `say` makes the text of the picked answer and, if `saysRows` is true, of each row that is an answer.
    /// `wordOfUnit` makes the name of a unit from its symbol.
    public init(
        _ columns: Columns,
        kind: PickerContent.Kind,
        saysRows: Bool = false,
        wordOfUnit: @escaping (String) -> String = { $0 },
        say: @escaping (AnswerValue) -> String
    ) {
        self.columns = columns
        self.kind = kind
        self.saysRows = saysRows
        self.say = say
        self.wordOfUnit = wordOfUnit
        texts = columns.texts
        selected = Array(repeating: nil, count: texts.count)
        super.init(name: "picker")
    }

    open override var content: ViewContent {
        .picker(
            PickerContent(
                kind,
                columns: columnTexts,
                selected: selected,
                separator: columns.separator,
                text: pickedText,
                units: units
            )
        )
    }

    open override func receive(_ event: ViewEvent) -> Bool {
        guard case .picked(_, let rows) = event, fits(rows) else { return false }
        selected = rows
        observer?.pickerValueChanged(self)
        return true
    }

    open var input: AnswerInput? { pickedInput }

    open func setCurrentAnswer(_ answer: AnswerValue?) { turn(to: answer.map(FormAnswer.given)) }
}

extension UIPickerView {
    /// The texts of the rows, in the present language.
    private var columnTexts: [[String]] {
        guard case .columns(let source) = columns else { return texts }
        if saysRows {
            return source.columns.map { $0.map { row in row.value.map(say) ?? row.text } }
        }
        guard let units, units != source.units else { return texts }
        return zip(texts, zip(source.units, units)).map { rows, unit in
            rows.map { row in
                row.hasSuffix(unit.0) ? "\(row.dropLast(unit.0.count))\(unit.1)" : row
            }
        }
    }

    /// The name of each column's unit; `nil` if the columns have none.
    final var units: [String]? { columns.units?.map(wordOfUnit) }

    /// Selects the rows of an answer, which may be the choice "none of the others".
    final func turn(to answer: FormAnswer?) {
        guard case .given(let value)? = answer, let rows = columns.rows(for: value) else {
            selected = Array(repeating: nil, count: columnTexts.count)
            return
        }
        selected = rows
    }

    /// The selected rows; `nil` if a column has none.
    private var rows: [Int]? {
        let rows = selected.compactMap { $0 }
        return rows.count == columnTexts.count && !rows.isEmpty ? rows : nil
    }

    private var pickedInput: AnswerInput? {
        guard let rows else { return nil }
        if let answer = columns.answer(with: rows) { return .value(answer) }
        // The choice "none of the others" has no value: it is identified by its text.
        return rows.count == 1 ? .text(columnTexts[0][rows[0]]) : nil
    }

    private var pickedText: String? {
        switch pickedInput {
        case .value(let answer): say(answer)
        case .text(let text): text
        case .cleared, nil: nil
        }
    }

    private func fits(_ rows: [Int?]) -> Bool {
        rows.count == texts.count
            && zip(rows, texts).allSatisfy { row, column in
                row.map { column.indices.contains($0) } ?? true
            }
    }
}

extension UIPickerView.Columns {
    fileprivate var texts: [[String]] {
        switch self {
        case .columns(let source): source.columns.map { $0.map(\.text) }
        case .number(let source):
            [(0..<source.numberOfRows).map { source.text(forRow: $0) ?? "" }]
        }
    }

    fileprivate var separator: String? {
        guard case .columns(let source) = self, case .joined(let separator) = source.meaning else {
            return nil
        }
        return separator
    }

    fileprivate var units: [String]? {
        switch self {
        case .columns(let source): source.units.isEmpty ? nil : source.units
        case .number(let source): source.unit.map { [$0] }
        }
    }

    fileprivate func answer(with rows: [Int]) -> AnswerValue? {
        switch self {
        case .columns(let source): source.answer(with: rows)
        case .number(let source): rows.first.flatMap { source.answer(forRow: $0) }
        }
    }

    fileprivate func rows(for answer: AnswerValue?) -> [Int]? {
        switch self {
        case .columns(let source): source.rows(for: answer)
        case .number(let source): answer.flatMap { source.row(for: $0) }.map { [$0] }
        }
    }
}
