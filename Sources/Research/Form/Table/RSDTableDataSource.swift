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

extension RSDTableDataSource {
    /// The place of the first row of a question.
    public func indexPath(ofField identifier: String) -> IndexPath? {
        for (section, contents) in sections.enumerated() {
            for row in contents.items.indices {
                let place = IndexPath(row: row, section: section)
                if itemGroup(at: place)?.identifier == identifier { return place }
            }
        }
        return nil
    }

    /// Saves an answer to a question; throws why it is none, or that nobody asks.
    public func saveAnswer(
        _ input: AnswerInput,
        toField identifier: String
    ) throws(RSDInputFieldError) {
        guard let place = indexPath(ofField: identifier) else {
            throw AnswerEditor.nothingAsked(identifier)
        }
        try saveAnswer(input, at: place)
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
