// Why a line could not be read. A device's output is full of surprises: each kind is counted and told by itself.

/// Why there is no reading in a line.
enum LineFault: Int, Sendable, Hashable, CaseIterable {
    /// It has more columns than the mapping, or fewer.
    case columns
    /// There is no number where one belongs.
    case number
    /// The checksum is another than its bytes have, or there is none.
    case checksum
    case tooLong
    /// It has bytes that are no text.
    case notText
    /// It begins as JSON, and is none.
    case json
    /// A JSON object has not what the mapping needs.
    case keys
    /// It was counted as lost before it came.
    case late

    /// Lines of this kind, in words.
    var words: String {
        switch self {
        case .columns: "with a wrong number of columns"
        case .number: "with something else than a number in a column of numbers"
        case .checksum: "with a wrong checksum, or without one"
        case .tooLong: "of more than \(LineSplitter.longest) bytes"
        case .notText: "of bytes that are no text"
        case .json: "of broken JSON"
        case .keys: "of JSON without the mapping's keys"
        case .late: "counted as lost before coming"
        }
    }
}

extension LineFault {
    /// What is said of one such line.
    var trait: String {
        switch self {
        case .columns: "has a wrong number of columns"
        case .number: "has no number in a column of numbers"
        case .checksum: "has a wrong checksum, or none"
        case .tooLong: "has more than \(LineSplitter.longest) bytes"
        case .notText: "is of bytes that are no text"
        case .json: "is broken JSON"
        case .keys: "has not all keys of the map"
        case .late: "came when it was counted as lost"
        }
    }
}

/// What a line is.
enum LineVerdict: Sendable, Hashable {
    case reading
    /// A remark of the device's.
    case comment
    /// The names of the columns.
    case header
    case fault(LineFault)
}
