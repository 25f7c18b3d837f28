// The data of pickers. Each kind is a value: a screen asks it for the text of a row, and for the answer that a row
// means.

public import FoundationEssentials

/// The data of a picker.
public enum RSDPickerDataSource: Sendable, Hashable {
    case columns(RSDColumnPickerDataSource)
    case number(RSDNumberPickerDataSource)
    case date(RSDDatePickerDataSource)
}

/// A picker for a number between bounds, in steps.
public struct RSDNumberPickerDataSource: Sendable, Hashable {
    public var minimum: Double
    public var maximum: Double
    public var step: Double
    public var unit: String?
    public var maximumDigits: Int?
    /// Whether the answer is a whole number.
    public var isInteger: Bool
    /// The decimal separator.
    public var decimalSeparator: Character = "."

    public init(
        minimum: Double,
        maximum: Double,
        step: Double,
        unit: String? = nil,
        maximumDigits: Int? = nil,
        isInteger: Bool
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.unit = unit
        self.maximumDigits = maximumDigits
        self.isInteger = isInteger
    }

    /// The number of rows, at most 100,000.
    public var numberOfRows: Int {
        let steps = ((maximum - minimum) / step + 1e-9).rounded(.down)
        return step > 0 && steps >= 0 ? Int(min(steps, 99_999)) + 1 : 0
    }

    /// Returns the number in a row.
    public func answer(forRow row: Int) -> AnswerValue? {
        guard row >= 0, row < numberOfRows else { return nil }
        let number = minimum + Double(row) * step
        guard isInteger else { return .decimal(number) }
        return Int(exactly: number.rounded()).map(AnswerValue.integer)
    }

    /// Returns the row of a number, or that of the nearest one.
    public func row(for answer: AnswerValue) -> Int? {
        guard let number = answer.number, number.isFinite, numberOfRows > 0 else { return nil }
        let row = ((number - minimum) / step).rounded()
        return Int(min(max(row, 0), Double(numberOfRows - 1)))
    }

    /// Returns the text of a row.
    public func text(forRow row: Int) -> String? {
        guard let number = answer(forRow: row)?.number else { return nil }
        let text = NumberText.text(
            number,
            maximumDigits: maximumDigits ?? 6,
            separator: decimalSeparator
        )
        return unit.map { "\(text) \($0)" } ?? text
    }
}

/// A picker for a date between bounds.
public struct RSDDatePickerDataSource: Sendable, Hashable {
    /// Which parts of a date are picked.
    public enum Mode: String, Sendable, CaseIterable {
        case date, time, dateAndTime
    }

    public var mode: Mode
    public var minimumDate: Date?
    public var maximumDate: Date?
    public var minuteInterval: Int?
    /// The date that the picker shows before the participant picks one.
    public var defaultDate: Date?
    /// The format in which the date is shown and typed, as a Unicode date pattern.
    public var dateFormat: String
    /// True if the minimum is the time of the request, so that it changes as time passes.
    public var minimumIsNow = false
    /// True if the maximum is the time of the request, so that it changes as time passes.
    public var maximumIsNow = false

    public init(
        mode: Mode,
        minimumDate: Date? = nil,
        maximumDate: Date? = nil,
        minuteInterval: Int? = nil,
        defaultDate: Date? = nil,
        dateFormat: String
    ) {
        self.mode = mode
        self.minimumDate = minimumDate
        self.maximumDate = maximumDate
        self.minuteInterval = minuteInterval
        self.defaultDate = defaultDate
        self.dateFormat = dateFormat
    }
}

extension FormQuestion {
    /// Returns the question's picker at a given time; `nil` if the answer is not picked.
    public func picker(at now: Date) -> RSDPickerDataSource? {
        if !columns.isEmpty { return .columns(.columns(columns)) }
        if !choices.isEmpty { return hasRowPerChoice ? nil : .columns(.choices(choices)) }
        guard hint == .picker || hint == .slider else { return nil }
        return kind.picker(self, now)
    }
}
