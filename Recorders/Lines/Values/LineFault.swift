// Why a line could not be read. Devices send many unexpected things, so each kind is counted and reported
// separately.

/// Why a line has no reading.
enum LineFault: Int, Sendable, Hashable, CaseIterable {
    /// It has more or fewer columns than the mapping.
    case columns
    /// A column of numbers has no number.
    case number
    /// The checksum is wrong or missing.
    case checksum
    case tooLong
    /// It has bytes that are not text.
    case notText
    /// It begins like JSON, but is not valid JSON.
    case json
    /// A JSON object lacks keys of the mapping.
    case keys
    /// It came after the recorder had counted it as lost.
    case late

    /// Such lines, in words.
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
    /// One such line, in words.
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

/// The result of reading a line.
enum LineVerdict: Sendable, Hashable {
    case reading
    /// A remark of the device.
    case comment
    /// The names of the columns.
    case header
    case fault(LineFault)
}
