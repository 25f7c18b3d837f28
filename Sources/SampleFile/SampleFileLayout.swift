// The layouts of a sample file: the two JSON roots that readers of SageResearch files accept, and CSV. A layout defines
// the text before the first record and after the last one.

/// What a sample file has around its records.
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
    /// True if a name may be in a CSV header: a name that begins like a number would be read as a value of a record.
    package static func isColumnName(_ name: String) -> Bool {
        // Digits, signs, points and quotation marks have codes up to 0x40; letters, underscores and all characters
        // beyond ASCII begin with a greater byte.
        name.utf8.first.map { $0 > 0x40 } ?? false
    }
}
