// How records are laid out as a document: the two JSON roots that readers of the field know, and
// CSV. Whatever stands before the first record or after the last one is decided here.

/// The form of a sample file.
public enum SampleFileLayout: Sendable, Equatable {
    /// An array of records.
    case jsonArray
    /// A dictionary of the start date and the records, under `startDate` and `items`.
    case jsonDictionary(startDate: String)
    /// A line a record, with the names of the columns on the first line if asked for.
    case csv(header: Bool)

    /// The media type that a file result carries.
    public var contentType: String {
        switch self {
        case .jsonArray, .jsonDictionary: "application/json"
        case .csv: "text/csv"
        }
    }

    /// The extension of a file's name, without the dot.
    public var fileExtension: String {
        switch self {
        case .jsonArray, .jsonDictionary: "json"
        case .csv: "csv"
        }
    }
}

extension SampleFileLayout {
    /// Whether the first line of a CSV file can name a column so: what begins as numbers do would be taken for a record.
    package static func canHead(_ name: String) -> Bool {
        name.utf8.first.map { $0 > 0x40 } ?? false
    }
}
