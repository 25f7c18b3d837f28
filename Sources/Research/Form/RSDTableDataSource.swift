// A form as a table: sections of rows, and groups of rows that answer one question together.

public import FoundationEssentials

/// The contents of a table, and the answers that are given in it.
@MainActor
public protocol RSDTableDataSource: AnyObject {
    /// Hears of changes.
    var delegate: (any RSDTableDataSourceDelegate)? { get set }
    /// The sections, in their order.
    var sections: [RSDTableSection] { get }
    /// The group that the row belongs to.
    func itemGroup(at indexPath: IndexPath) -> RSDTableItemGroup?
    /// Whether every question that must be answered is.
    func allAnswersValid() -> Bool
    /// Saves what was entered in a row; throws why it is no answer.
    func saveAnswer(_ input: AnswerInput, at indexPath: IndexPath) throws(RSDInputFieldError)
    /// Chooses a row, or takes the choice back.
    func selectAnswer(
        item: RSDTableItem,
        at indexPath: IndexPath
    ) throws(RSDInputFieldError) -> (isSelected: Bool, reloadSection: Bool)
}

/// Hears from a data source.
@MainActor
public protocol RSDTableDataSourceDelegate: AnyObject {
    /// The answers of a section have changed.
    func tableDataSource(_ dataSource: any RSDTableDataSource, didChangeAnswersIn section: Int)
}

/// What is entered into a row.
public enum AnswerInput: Sendable, Hashable {
    /// Nothing: the answer is taken back.
    case cleared
    /// Text as it was typed.
    case text(String)
    /// A value that was picked.
    case value(AnswerValue)
}

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

    public init(
        identifier: String,
        sectionIdentifier: String,
        rowIndex: Int,
        reuseIdentifier: String,
        groupIndex: Int? = nil
    ) {
        self.identifier = identifier
        self.sectionIdentifier = sectionIdentifier
        self.rowIndex = rowIndex
        self.reuseIdentifier = reuseIdentifier
        self.groupIndex = groupIndex
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

/// Rows that answer one question together.
public struct RSDTableItemGroup: Sendable, Hashable {
    /// The question's identifier.
    public var identifier: String
    public var beginningRowIndex: Int
    public var items: [RSDTableItem]
    /// Whether no other group may stand in its section.
    public var requiresExclusiveSection: Bool
    public var isAnswerValid: Bool

    public init(
        identifier: String,
        beginningRowIndex: Int,
        items: [RSDTableItem],
        requiresExclusiveSection: Bool,
        isAnswerValid: Bool
    ) {
        self.identifier = identifier
        self.beginningRowIndex = beginningRowIndex
        self.items = items
        self.requiresExclusiveSection = requiresExclusiveSection
        self.isAnswerValid = isAnswerValid
    }
}

extension IndexPath {
    /// The place of a row.
    public init(row: Int, section: Int) {
        self.init(indexes: [section, row])
    }

    /// The section of a row's place.
    public var section: Int { self[startIndex] }
    /// The row within its section.
    public var row: Int { self[index(after: startIndex)] }
}
