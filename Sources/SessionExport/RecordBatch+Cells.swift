// What a cell of a record is as text, whatever its column holds: the same digits as in the session.

internal import SampleFile

extension RecordBatch {
    /// Whether a record has a value in a column.
    func has(_ row: Int, _ column: Int, of schema: RecordSchema) -> Bool {
        switch schema.columns[column].kind {
        case .number: number(row, column) != nil
        case .integer: integer(row, column) != nil
        case .text, .json: text(row, column) != nil
        case .boolean: boolean(row, column) != nil
        }
    }

    /// The text of a value; `nil` where there is none.
    func cell(_ row: Int, _ column: Int, of schema: RecordSchema) -> String? {
        switch schema.columns[column].kind {
        case .number: number(row, column).map { "\($0)" }
        case .integer: integer(row, column).map { "\($0)" }
        case .text, .json: text(row, column).map { $0.description }
        case .boolean: boolean(row, column).map { "\($0)" }
        }
    }
}
