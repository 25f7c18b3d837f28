// What is picked instead of typed. Each kind is a value: a screen asks it what to show, and what that
// means as an answer.

public import FoundationEssentials

/// What is picked from.
public enum RSDPickerDataSource: Sendable, Hashable {
    case columns(RSDColumnPickerDataSource)
    case number(RSDNumberPickerDataSource)
    case date(RSDDatePickerDataSource)
}

/// A number between bounds, by steps.
public struct RSDNumberPickerDataSource: Sendable, Hashable {
    public var minimum: Double
    public var maximum: Double
    public var step: Double
    public var unit: String?
    public var maximumDigits: Int?
    /// Whether the answer is a whole number.
    public var isInteger: Bool
    /// What stands before the fraction of a number.
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

    /// How many numbers there are, 100,000 at most.
    public var numberOfRows: Int {
        let steps = ((maximum - minimum) / step + 1e-9).rounded(.down)
        return step > 0 && steps >= 0 ? Int(min(steps, 99_999)) + 1 : 0
    }

    /// The number in a row.
    public func answer(forRow row: Int) -> AnswerValue? {
        guard row >= 0, row < numberOfRows else { return nil }
        let number = minimum + Double(row) * step
        guard isInteger else { return .decimal(number) }
        return Int(exactly: number.rounded()).map(AnswerValue.integer)
    }

    /// The row of a number, or of the nearest one.
    public func row(for answer: AnswerValue) -> Int? {
        guard let number = answer.number, number.isFinite, numberOfRows > 0 else { return nil }
        let row = ((number - minimum) / step).rounded()
        return Int(min(max(row, 0), Double(numberOfRows - 1)))
    }

    /// What a row shows.
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

/// A date between bounds.
public struct RSDDatePickerDataSource: Sendable, Hashable {
    /// What of a date is picked.
    public enum Mode: String, Sendable, CaseIterable {
        case date, time, dateAndTime
    }

    public var mode: Mode
    public var minimumDate: Date?
    public var maximumDate: Date?
    public var minuteInterval: Int?
    /// Where the picker stands before anything is picked.
    public var defaultDate: Date?
    /// The form in which the date is shown and typed, in the letters of date patterns.
    public var dateFormat: String
    /// Whether the first date is that of the instant when it was asked for, which moves on.
    public var minimumIsNow = false
    /// Whether the last date is that of the instant when it was asked for, which moves on.
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
    /// What the question is picked from at an instant; `nil` where it is not picked.
    public func picker(at now: Date) -> RSDPickerDataSource? {
        if !columns.isEmpty { return .columns(.columns(columns)) }
        if !choices.isEmpty { return hasRowPerChoice ? nil : .columns(.choices(choices)) }
        guard hint == .picker || hint == .slider else { return nil }
        return kind.picker(self, now)
    }
}
