// The types of columns, in the words of the manifest. With these, a check finds a value of the wrong type without
// knowing any recorder.

internal import SampleFile

/// The type of a column of a sample file.
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
    /// The columns whose types the manifest states, except those that every recorder has.
    ///
    /// A manifest may come from anywhere. If its types are incomplete or its columns repeat, all types are ignored. An
    /// unknown type is ignored for its own column only.
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
