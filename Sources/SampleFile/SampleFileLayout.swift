// The layouts of a document: the two JSON roots that readers of SageResearch files know, and CSV. A layout defines
// what stands before the first record and after the last one.

/// The form of a sample file.
public enum SampleFileLayout: Sendable, Equatable {
    /// An array of records.
    case jsonArray
    /// A dictionary of the start date and the records, under `startDate` and `items`.
    case jsonDictionary(startDate: String)
    /// One line per record, optionally with the names of the columns on the first line.
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
    /// Whether a CSV header can begin with this name; a name that begins like a number would be read as a record.
    package static func canHead(_ name: String) -> Bool {
        name.utf8.first.map { $0 > 0x40 } ?? false
    }
}
