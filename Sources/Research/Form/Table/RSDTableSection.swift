// What a table shows: sections of rows, and groups of rows that answer one question together.

/// Rows under one title.
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

/// One row; two are equal that have the same name in the same section.
public struct RSDTableItem: Sendable {
    public var identifier: String
    public var sectionIdentifier: String
    public var rowIndex: Int
    /// The word by which a host chooses what draws it.
    public var reuseIdentifier: String
    /// The group that it belongs to; rows that only show something have none.
    public var groupIndex: Int?
    /// What the row is for.
    public var content: Content

    /// What a row is for.
    public enum Content: Sendable, Hashable {
        /// Choosing an answer.
        case choice(RSDChoiceObject)
        /// Ticking a box.
        case box(title: String?)
        /// Typing or picking an answer.
        case input
        /// Showing an image.
        case image(named: String)
        /// Showing a text.
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

/// What has been answered.
public enum FormAnswer: Sendable, Hashable {
    /// Nothing yet.
    case unanswered
    /// An answer; `nil` for the choice that means none of the others.
    case given(AnswerValue?)

    /// The answer, if there is one and it says something.
    public var value: AnswerValue? {
        switch self {
        case .unanswered: nil
        case .given(let value): value
        }
    }
}

/// Rows that answer one question together.
public struct RSDTableItemGroup: Sendable, Hashable {
    /// The question's identifier.
    public var identifier: String
    public var sectionIndex: Int
    public var beginningRowIndex: Int
    public var items: [RSDTableItem]
    /// Whether no other group may stand in its section.
    public var requiresExclusiveSection: Bool
    public var kind: Kind
    /// The rows of choices that are chosen, counted from the group's first.
    public internal(set) var selectedRows: Set<Int> = []
    public internal(set) var answer = FormAnswer.unanswered
    /// Whether the question may be left open.
    public var isOptional: Bool

    /// How the rows of a group answer.
    public enum Kind: Sendable, Hashable {
        /// Each row is an answer; one or several can be chosen.
        case choices(allowsSeveral: Bool)
        /// One row is ticked, or not.
        case box
        /// One row is filled.
        case field
    }

    /// Whether one may go on, as far as this question goes.
    public var isAnswerValid: Bool { isOptional || answer != .unanswered }

    /// Whether a row of the group is chosen or ticked.
    public func isSelected(_ item: RSDTableItem) -> Bool {
        switch kind {
        case .choices: selectedRows.contains(item.rowIndex - beginningRowIndex)
        case .box: answer == .given(.boolean(true))
        case .field: false
        }
    }
}
