// What questions are made of: the rows of a table, and what is entered, picked or slid in them.

/// A part of a table.
public struct SectionContent: Sendable, Hashable, Codable {
    public var title: String?
    public var subtitle: String?
    /// Whether the question that all its rows are of must be answered; `nil` where they are of no one
    /// question.
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
    /// Whether the question that begins with it must be answered; `nil` where none does, or its section
    /// says it.
    public var isRequired: Bool?
    /// Why what is entered in it is no answer.
    public var error: String?

    /// How a row is chosen among others.
    public enum Choice: String, Sendable, Hashable, Codable, CaseIterable {
        /// It takes the place of another.
        case single
        /// It stands beside others.
        case multiple
        /// It takes the place of all others, which may stand beside each other.
        case exclusive
        /// A box that is ticked, or not.
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

/// Text to enter.
public struct TextFieldContent: Sendable, Hashable, Codable {
    public var text: String
    public var placeholder: String?
    public var keyboard: Keyboard
    public var isSecure: Bool
    public var hasSeveralLines: Bool
    /// The characters at most; `nil` for any number.
    public var maximumLength: Int?
    public var capitalization: Capitalization
    public var corrects: Bool?
    public var checksSpelling: Bool?
    /// Whether keys go to it.
    public var isFocused: Bool
    public var returnKey: ReturnKey
    /// What the number is of.
    public var unit: String?
    /// Which dates can be entered; `nil` where no date is.
    public var dates: DateBounds?

    /// Which keys are wanted.
    public enum Keyboard: String, Sendable, Hashable, Codable, CaseIterable {
        case text, number, decimal, numbersAndPunctuation, phone, email, address, ascii
    }

    /// What is made upper case.
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

/// Wheels to turn.
public struct PickerContent: Sendable, Hashable, Codable {
    public var kind: Kind
    /// What each wheel has, by its words.
    public var columns: [[String]]
    /// Where each wheel stands; `nil` for one that has not been turned.
    public var selected: [Int?]
    /// What stands between two wheels.
    public var separator: String?
    /// What is picked, in words.
    public var text: String?
    /// The unit of each wheel, which its words have as well; `nil` where the wheels have none.
    public var units: [String]?
    /// Which dates can be picked; `nil` where no date is.
    public var dates: DateBounds?

    /// What is picked.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case single, columns, date, time, dateAndTime, duration, height, weight, number
    }

    // The key `kind` says that it is a picker.
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

/// A number to slide to.
public struct SliderContent: Sendable, Hashable, Codable {
    public var minimum: Double
    public var maximum: Double
    /// How far two values are apart; `nil` for any value.
    public var step: Double?
    /// Where it stands; `nil` until somebody has slid it.
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
