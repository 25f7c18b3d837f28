// The words by which task files say how a question would like to be shown.

/// How a question would like to be shown; extend it with the hints of your own.
public struct RSDFormUIHint: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// As a button.
    public static let button: RSDFormUIHint = "button"
    /// As boxes to tick.
    public static let checkbox: RSDFormUIHint = "checkbox"
    /// As choices, and a field for another.
    public static let combobox: RSDFormUIHint = "combobox"
    /// As a row that opens a screen.
    public static let disclosureArrow: RSDFormUIHint = "disclosureArrow"
    /// As a link that opens a screen.
    public static let link: RSDFormUIHint = "link"
    /// As a list to choose from.
    public static let list: RSDFormUIHint = "list"
    /// As text of several lines.
    public static let multipleLine: RSDFormUIHint = "multipleLine"
    /// As wheels.
    public static let picker: RSDFormUIHint = "picker"
    /// As a small screen on top.
    public static let popover: RSDFormUIHint = "popover"
    /// As buttons of which one is chosen.
    public static let radioButton: RSDFormUIHint = "radioButton"
    /// As a section of its own.
    public static let section: RSDFormUIHint = "section"
    /// As a slider.
    public static let slider: RSDFormUIHint = "slider"
    /// As text of one line.
    public static let textfield: RSDFormUIHint = "textfield"
    /// As a switch.
    public static let toggle: RSDFormUIHint = "toggle"
}

extension RSDFormUIHint {
    /// The hints that the framework has words for.
    package static let standardHints: Set<RSDFormUIHint> = [
        .button, .checkbox, .combobox, .disclosureArrow, .link, .list, .multipleLine, .picker,
        .popover, .radioButton, .section, .slider, .textfield, .toggle,
    ]

    /// The hints that a table can show a question by.
    public static let tableHints: Set<RSDFormUIHint> = [
        .list, .textfield, .multipleLine, .picker, .checkbox, .radioButton, .button,
    ]

    /// Whether each answer has a row of its own.
    var showsRowPerChoice: Bool { self == .list || self == .checkbox || self == .radioButton }

    /// Whether a question of yes or no has one box only.
    var showsBox: Bool { self == .checkbox || self == .radioButton }
}
