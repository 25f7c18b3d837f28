// Reads a record's value in a column, whatever its type.

internal import SampleFile

extension RecordBatch {
    /// True if a record has a value in a column.
    func has(_ row: Int, _ column: Int, of schema: RecordSchema) -> Bool {
        switch schema.columns[column].kind {
        case .number: number(row, column) != nil
        case .integer: integer(row, column) != nil
        case .text, .json: text(row, column) != nil
        case .boolean: boolean(row, column) != nil
        }
    }

    /// The value; `nil` if there is none.
    func value(_ row: Int, _ column: Int, of schema: RecordSchema) -> WideCell? {
        switch schema.columns[column].kind {
        case .number: return number(row, column).map(WideCell.number)
        case .integer: return integer(row, column).map(WideCell.integer)
        case .boolean: return boolean(row, column).map(WideCell.boolean)
        case .text, .json:
            guard let text = text(row, column) else { return nil }
            var bytes: [UInt8] = []
            bytes.append(text)
            return bytes.isEmpty ? .empty : .text(bytes)
        }
    }
}
