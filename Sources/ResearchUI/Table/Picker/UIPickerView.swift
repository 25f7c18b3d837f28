// Wheels to turn, each of which shows one of its rows. An answer is there when every wheel stands
// somewhere.

public import Research
public import ViewTree

/// Wheels to turn.
open class UIPickerView: UIView, RSDPickerViewProtocol {
    /// What the wheels show, and what that means.
    public enum Wheels: Sendable, Hashable {
        case columns(RSDColumnPickerDataSource)
        /// One wheel, a row for each number.
        case number(RSDNumberPickerDataSource)
    }

    public final let wheels: Wheels
    public final let kind: PickerContent.Kind
    public final weak var observer: (any RSDPickerObserver)?
    /// Where each wheel stands; `nil` for one that has not been turned.
    public private(set) final var selected: [Int?] {
        didSet { if selected != oldValue { setNeedsDisplay() } }
    }
    private let texts: [[String]]
    private let saysRows: Bool
    private let say: (AnswerValue) -> String
    private let wordOfUnit: (String) -> String

    /// Wheels of a kind.
    ///
    /// `say` puts into words what is picked, and where it says the rows, each row that is an answer;
    /// `wordOfUnit` puts a unit's symbol into words.
    public init(
        _ wheels: Wheels,
        kind: PickerContent.Kind,
        saysRows: Bool = false,
        wordOfUnit: @escaping (String) -> String = { $0 },
        say: @escaping (AnswerValue) -> String
    ) {
        self.wheels = wheels
        self.kind = kind
        self.saysRows = saysRows
        self.say = say
        self.wordOfUnit = wordOfUnit
        texts = wheels.texts
        selected = Array(repeating: nil, count: texts.count)
        super.init(name: "picker")
    }

    open override var content: ViewContent {
        .picker(
            PickerContent(
                kind,
                columns: columns,
                selected: selected,
                separator: wheels.separator,
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
    /// What stands on the rows of each wheel; it is made again where the words around it are others.
    private var columns: [[String]] {
        guard case .columns(let source) = wheels else { return texts }
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

    /// The unit of each wheel, in words; `nil` where the wheels have none.
    final var units: [String]? { wheels.units?.map(wordOfUnit) }

    /// Turns to an answer, the one that says none of the others included.
    final func turn(to answer: FormAnswer?) {
        guard case .given(let value)? = answer, let rows = wheels.rows(for: value) else {
            selected = Array(repeating: nil, count: columns.count)
            return
        }
        selected = rows
    }

    /// Where all wheels stand; `nil` where one does not.
    private var rows: [Int]? {
        let rows = selected.compactMap { $0 }
        return rows.count == columns.count && !rows.isEmpty ? rows : nil
    }

    private var pickedInput: AnswerInput? {
        guard let rows else { return nil }
        if let answer = wheels.answer(with: rows) { return .value(answer) }
        // The choice that says none of the others is known by its words.
        return rows.count == 1 ? .text(columns[0][rows[0]]) : nil
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

extension UIPickerView.Wheels {
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
