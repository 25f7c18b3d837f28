// The contents of a table: sections of rows, and groups of rows that together answer one question.

/// Rows with a common title.
public struct RSDTableSection: Sendable, Hashable {
    public var identifier: String
    public var index: Int
    public var title: String?
    public var subtitle: String?
    public var items: [RSDTableItem]

    public init(
        identifier: String,
        index: Int,
        title: String? = nil,
        subtitle: String? = nil,
        items: [RSDTableItem] = []
    ) {
        self.identifier = identifier
        self.index = index
        self.title = title
        self.subtitle = subtitle
        self.items = items
    }
}

/// One row; rows are equal if they have the same identifier in the same section.
public struct RSDTableItem: Sendable {
    public var identifier: String
    public var sectionIdentifier: String
    public var rowIndex: Int
    /// The word by which a host chooses the view of the row.
    public var reuseIdentifier: String
    /// The index of its group; `nil` for a row that only shows something.
    public var groupIndex: Int?
    /// The content of the row.
    public var content: Content

    /// The content of a row.
    public enum Content: Sendable, Hashable {
        /// A choice to select.
        case choice(RSDChoiceObject)
        /// A box to tick.
        case box(title: String?)
        /// A field to type or pick an answer.
        case input
        /// An image to show.
        case image(named: String)
        /// A text to show.
        case text(String)
    }

    public init(
        identifier: String,
        sectionIdentifier: String,
        rowIndex: Int,
        reuseIdentifier: String,
        groupIndex: Int? = nil,
        content: Content = .input
    ) {
        self.identifier = identifier
        self.sectionIdentifier = sectionIdentifier
        self.rowIndex = rowIndex
        self.reuseIdentifier = reuseIdentifier
        self.groupIndex = groupIndex
        self.content = content
    }
}

extension RSDTableItem: Hashable {
    public static func == (left: RSDTableItem, right: RSDTableItem) -> Bool {
        left.identifier == right.identifier && left.sectionIdentifier == right.sectionIdentifier
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
        hasher.combine(sectionIdentifier)
    }
}

/// The answer to a question, so far.
public enum FormAnswer: Sendable, Hashable {
    /// No answer yet.
    case unanswered
    /// An answer; `nil` for the choice 'none of these'.
    case given(AnswerValue?)

    /// The value of the answer, if it has one.
    public var value: AnswerValue? {
        switch self {
        case .unanswered: nil
        case .given(let value): value
        }
    }
}

/// Rows that together answer one question.
public struct RSDTableItemGroup: Sendable, Hashable {
    /// The question's identifier.
    public var identifier: String
    public var sectionIndex: Int
    public var beginningRowIndex: Int
    public var items: [RSDTableItem]
    /// Whether its section may have no other group.
    public var requiresExclusiveSection: Bool
    public var kind: Kind
    /// The selected rows of choices, counted from the first row of the group.
    public internal(set) var selectedRows: Set<Int> = []
    public internal(set) var answer = FormAnswer.unanswered
    /// Whether the question is optional.
    public var isOptional: Bool

    /// How the rows of a group form an answer.
    public enum Kind: Sendable, Hashable {
        /// Each row is a choice; one or several can be selected.
        case choices(allowsSeveral: Bool)
        /// A single row is ticked or not.
        case box
        /// A single row is filled in.
        case field
    }

    /// True if the participant may go on, as far as this question is concerned.
    public var isAnswerValid: Bool { isOptional || answer != .unanswered }

    /// True if a row of the group is selected or ticked.
    public func isSelected(_ item: RSDTableItem) -> Bool {
        switch kind {
        case .choices: selectedRows.contains(item.rowIndex - beginningRowIndex)
        case .box: answer == .given(.boolean(true))
        case .field: false
        }
    }
}
