// What a column holds, by the words of the manifest: a check finds a value of another type without knowing any
// recorder.

internal import SampleFile

/// What a column of a sample file holds.
enum ColumnType: String, CaseIterable {
    case number, integer, text, boolean, json

    init(_ kind: RecordSchema.Column.Kind) {
        self =
            switch kind {
            case .number: .number
            case .integer: .integer
            case .text: .text
            case .boolean: .boolean
            case .json: .json
            }
    }

    var kind: RecordSchema.Column.Kind {
        switch self {
        case .number: .number
        case .integer: .integer
        case .text: .text
        case .boolean: .boolean
        case .json: .json
        }
    }
}

extension SessionManifest.File {
    /// The columns of which the manifest says what they hold, but for those that every recorder has.
    ///
    /// A manifest may come from anywhere: what it says in other words, or not of each column, or twice, is not said.
    var typedColumns: [RecordSchema.Column] {
        guard let columns, let columnTypes, columns.count == columnTypes.count,
            Set(columns).count == columns.count
        else { return [] }
        let common = Set(RecordSchema.commonColumns.map(\.name))
        return zip(columns, columnTypes).compactMap { name, word in
            guard !common.contains(name), let type = ColumnType(rawValue: word) else { return nil }
            return RecordSchema.Column(name, type.kind)
        }
    }
}
