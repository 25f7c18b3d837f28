// A form as a table: sections of rows, and groups of rows that together answer one question.

public import FoundationEssentials

/// The contents of a table, and the answers that are given in it.
@MainActor
public protocol RSDTableDataSource: AnyObject {
    /// The object that is notified of changes.
    var delegate: (any RSDTableDataSourceDelegate)? { get set }
    /// The sections, in their order.
    var sections: [RSDTableSection] { get }
    /// Returns the group that a row belongs to.
    func itemGroup(at indexPath: IndexPath) -> RSDTableItemGroup?
    /// Returns true if every required question has an answer.
    func allAnswersValid() -> Bool
    /// Saves the input of a row; throws if it is not a valid answer.
    func saveAnswer(_ input: AnswerInput, at indexPath: IndexPath) throws(RSDInputFieldError)
    /// Selects a row, or deselects it if it was selected.
    func selectAnswer(
        item: RSDTableItem,
        at indexPath: IndexPath
    ) throws(RSDInputFieldError) -> (isSelected: Bool, reloadSection: Bool)
}

/// Receives the changes of a data source.
@MainActor
public protocol RSDTableDataSourceDelegate: AnyObject {
    /// Called when the answers of a section have changed.
    func tableDataSource(_ dataSource: any RSDTableDataSource, didChangeAnswersIn section: Int)
}

/// An input for a row.
public enum AnswerInput: Sendable, Hashable {
    /// No input: the answer is removed.
    case cleared
    /// Text as it was typed.
    case text(String)
    /// A value that was picked, or that a file gives.
    case value(AnswerValue)
}

extension RSDTableDataSource {
    /// Returns the place of the first row of a question.
    public func indexPath(ofField identifier: String) -> IndexPath? {
        for (section, contents) in sections.enumerated() {
            for row in contents.items.indices {
                let place = IndexPath(row: row, section: section)
                if itemGroup(at: place)?.identifier == identifier { return place }
            }
        }
        return nil
    }

    /// The identifiers of the required questions without an answer, in their order.
    package var unanswered: [String] {
        var identifiers: [String] = []
        for (section, contents) in sections.enumerated() {
            for row in contents.items.indices {
                guard let group = itemGroup(at: IndexPath(row: row, section: section)),
                    !group.isAnswerValid, !identifiers.contains(group.identifier)
                else { continue }
                identifiers.append(group.identifier)
            }
        }
        return identifiers
    }

    /// Saves the answer to a question; throws if it is invalid, or if there is no such question.
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
    /// Creates the place of a row.
    public init(row: Int, section: Int) {
        self.init(indexes: [section, row])
    }

    /// The section of a row's place.
    public var section: Int { self[startIndex] }
    /// The row within its section.
    public var row: Int { self[index(after: startIndex)] }
}
