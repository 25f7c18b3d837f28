// The words by which task files specify how a question should be shown.

/// How a question should be shown; an app can extend it with its own hints.
public struct RSDFormUIHint: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// As a button.
    public static let button: RSDFormUIHint = "button"
    /// As checkboxes.
    public static let checkbox: RSDFormUIHint = "checkbox"
    /// As choices with a text field for another answer.
    public static let combobox: RSDFormUIHint = "combobox"
    /// As a row that opens a screen.
    public static let disclosureArrow: RSDFormUIHint = "disclosureArrow"
    /// As a link that opens a screen.
    public static let link: RSDFormUIHint = "link"
    /// As a list to choose from.
    public static let list: RSDFormUIHint = "list"
    /// As text of several lines.
    public static let multipleLine: RSDFormUIHint = "multipleLine"
    /// As columns of a picker.
    public static let picker: RSDFormUIHint = "picker"
    /// As a small screen above the form.
    public static let popover: RSDFormUIHint = "popover"
    /// As radio buttons.
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
    /// The hints that SageResearch defines.
    package static let standardHints: Set<RSDFormUIHint> = [
        .button, .checkbox, .combobox, .disclosureArrow, .link, .list, .multipleLine, .picker,
        .popover, .radioButton, .section, .slider, .textfield, .toggle,
    ]

    /// The hints that a table of rows supports.
    public static let tableHints: Set<RSDFormUIHint> = [
        .list, .textfield, .multipleLine, .picker, .checkbox, .radioButton, .button,
    ]

    /// True if each choice has a row of its own.
    var showsRowPerChoice: Bool { self == .list || self == .checkbox || self == .radioButton }

    /// True if a yes-or-no question has only one checkbox.
    var showsBox: Bool { self == .checkbox || self == .radioButton }
}
