// The parts of questions: the rows of a table, and the fields, pickers and sliders in them.

/// A section of a table.
public struct SectionContent: Sendable, Hashable, Codable {
    public var title: String?
    public var subtitle: String?
    /// Whether the question of all its rows must be answered; `nil` if its rows do not belong to a single question.
    public var isRequired: Bool?

    public init(title: String? = nil, subtitle: String? = nil, isRequired: Bool? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.isRequired = isRequired
    }
}

/// A row of a table.
public struct CellContent: Sendable, Hashable, Codable {
    public var title: String?
    public var detail: String?
    /// The name of a picture.
    public var icon: String?
    public var choice: Choice?
    public var isSelected: Bool
    /// Whether the question that begins with this row must be answered; `nil` if no question begins here, or if it is
    /// the section's `isRequired` that counts.
    public var isRequired: Bool?
    /// Why the answer in it is invalid.
    public var error: String?

    /// How a row is chosen among others.
    public enum Choice: String, Sendable, Hashable, Codable, CaseIterable {
        /// Choosing it replaces the earlier choice.
        case single
        /// It can be chosen together with others.
        case multiple
        /// Choosing it replaces all others, which can be chosen together.
        case exclusive
        /// A checkbox.
        case box
    }

    public init(
        title: String? = nil,
        detail: String? = nil,
        icon: String? = nil,
        choice: Choice? = nil,
        isSelected: Bool = false,
        isRequired: Bool? = nil,
        error: String? = nil
    ) {
        self.title = title
        self.detail = detail
        self.icon = icon
        self.choice = choice
        self.isSelected = isSelected
        self.isRequired = isRequired
        self.error = error
    }
}

/// A text field.
public struct TextFieldContent: Sendable, Hashable, Codable {
    public var text: String
    public var placeholder: String?
    public var keyboard: Keyboard
    public var isSecure: Bool
    public var hasSeveralLines: Bool
    /// The greatest number of characters; `nil` for no limit.
    public var maximumLength: Int?
    public var capitalization: Capitalization
    public var corrects: Bool?
    public var checksSpelling: Bool?
    /// Whether it has the focus.
    public var isFocused: Bool
    public var returnKey: ReturnKey
    /// The unit of the number.
    public var unit: String?
    /// The dates that can be entered; `nil` if the field is not for dates.
    public var dates: DateBounds?

    /// The on-screen keyboard to show.
    public enum Keyboard: String, Sendable, Hashable, Codable, CaseIterable {
        case text, number, decimal, numbersAndPunctuation, phone, email, address, ascii
    }

    /// What is capitalised automatically.
    public enum Capitalization: String, Sendable, Hashable, Codable, CaseIterable {
        case none, words, sentences, allCharacters
    }

    /// What the key at the end of a line does.
    public enum ReturnKey: String, Sendable, Hashable, Codable, CaseIterable {
        case next, done, newLine
    }

    public init(
        text: String = "",
        placeholder: String? = nil,
        keyboard: Keyboard = .text,
        isSecure: Bool = false,
        hasSeveralLines: Bool = false,
        maximumLength: Int? = nil,
        capitalization: Capitalization = .sentences,
        corrects: Bool? = nil,
        checksSpelling: Bool? = nil,
        isFocused: Bool = false,
        returnKey: ReturnKey = .done,
        unit: String? = nil,
        dates: DateBounds? = nil
    ) {
        self.text = text
        self.placeholder = placeholder
        self.keyboard = keyboard
        self.isSecure = isSecure
        self.hasSeveralLines = hasSeveralLines
        self.maximumLength = maximumLength
        self.capitalization = capitalization
        self.corrects = corrects
        self.checksSpelling = checksSpelling
        self.isFocused = isFocused
        self.returnKey = returnKey
        self.unit = unit
        self.dates = dates
    }
}

/// A picker with columns.
public struct PickerContent: Sendable, Hashable, Codable {
    public var kind: Kind
    /// The texts of each column's rows.
    public var columns: [[String]]
    /// The selected row of each column; `nil` if none has been selected.
    public var selected: [Int?]
    /// The text between two columns.
    public var separator: String?
    /// The selected value as text.
    public var text: String?
    /// The unit of each column, which its rows contain as well; `nil` if the columns have none.
    public var units: [String]?
    /// The dates that can be picked; `nil` if the picker is not for dates.
    public var dates: DateBounds?

    /// What the picker is for.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case single, columns, date, time, dateAndTime, duration, height, weight, number
    }

    // `kind` has another key: in JSON, `kind` already names the type of the content.
    private enum CodingKeys: String, CodingKey {
        case kind = "picker"
        case columns, selected, separator, text, units, dates
    }

    public init(
        _ kind: Kind,
        columns: [[String]],
        selected: [Int?],
        separator: String? = nil,
        text: String? = nil,
        units: [String]? = nil,
        dates: DateBounds? = nil
    ) {
        self.kind = kind
        self.columns = columns
        self.selected = selected
        self.separator = separator
        self.text = text
        self.units = units
        self.dates = dates
    }
}

/// A slider for a number.
public struct SliderContent: Sendable, Hashable, Codable {
    public var minimum: Double
    public var maximum: Double
    /// The interval between two values; `nil` for any value.
    public var step: Double?
    /// The value; `nil` until the participant has moved it.
    public var value: Double?
    public var unit: String?

    public init(
        minimum: Double,
        maximum: Double,
        step: Double? = nil,
        value: Double? = nil,
        unit: String? = nil
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.value = value
        self.unit = unit
    }
}
