// Describes what is wrong with one line, for a person.

internal import CSampleFile

/// A line that is not a record, and why.
struct ScanProblem {
    enum Why: Equatable {
        case notUTF8, controlCharacter, openText, notARecord, structure, unfinished, several, junk
        case badValue, outOfRange, wrongType(found: String), twice, tooDeep, missingComma
        case fieldCount, tooLong
    }

    let why: Why
    /// Where the line begins in the file.
    let line: Int64
    /// The length of the line without its newline, as far as it was read.
    let lineBytes: Int
    /// The offset in the file of the first wrong byte.
    let place: Int64
    let column: Int?

    var kind: SampleFileError.Kind {
        switch why {
        case .wrongType: .wrongType
        case .outOfRange: .outOfRange
        case .tooLong: .lineTooLong
        case .notUTF8, .controlCharacter, .openText, .notARecord, .structure, .unfinished,
            .several, .junk, .badValue, .twice, .tooDeep, .missingComma, .fieldCount:
            .damaged
        }
    }

    func what(_ schema: RecordSchema) -> String {
        let name = column.map { "\"\(schema.columns[$0].name)\"" }
        let subject = name ?? "a value"
        switch why {
        case .notUTF8: return "the line is not UTF-8"
        case .controlCharacter: return "a text on the line holds a control character"
        case .openText: return "a text on the line is not closed"
        case .notARecord: return "the line is not a record"
        case .structure: return "the record is broken" + (name.map { " at \($0)" } ?? "")
        case .unfinished: return "the record does not end on its line"
        case .several: return "more than one record stands on the line"
        case .junk: return "something stands on the line after the record"
        case .badValue: return "\(subject) is not a proper value"
        case .outOfRange:
            guard let column, schema.columns[column].kind == .integer else {
                return "\(subject) is beyond the range of a double"
            }
            return "\(subject) is beyond the range of 64 bits"
        case .wrongType(let found):
            let wanted = column.map { schema.columns[$0].kind.inWords } ?? "that"
            return "\(subject) is \(found), not \(wanted)"
        case .twice: return "\(subject) is there twice"
        case .tooDeep: return "a value is nested too deeply"
        case .missingComma: return "no comma stands after the record before this one"
        case .fieldCount: return "the row has not as many fields as the file has columns"
        case .tooLong: return "the line is too long to be a record"
        }
    }

    var remedy: String {
        switch kind {
        case .wrongType, .outOfRange:
            "correct the value, or have `footfall repair` leave the record out"
        case .system, .foreign, .torn, .damaged, .lineTooLong:
            "`footfall repair` keeps every whole record and leaves out what is broken"
        }
    }
}

extension ScanProblem.Why {
    /// The reason for which the scanner stopped at a line; `nil` if it stopped for another reason.
    init?(_ outcome: footfall_scan_outcome) {
        switch Int(outcome.stop) {
        case footfall_stop_not_utf8: self = .notUTF8
        case footfall_stop_control_character: self = .controlCharacter
        case footfall_stop_open_text: self = .openText
        case footfall_stop_not_a_record: self = .notARecord
        case footfall_stop_structure: self = .structure
        case footfall_stop_unfinished: self = .unfinished
        case footfall_stop_several: self = .several
        case footfall_stop_junk: self = .junk
        case footfall_stop_bad_value: self = .badValue
        case footfall_stop_out_of_range: self = .outOfRange
        case footfall_stop_wrong_type: self = .wrongType(found: Self.inWords(outcome.found))
        case footfall_stop_twice: self = .twice
        case footfall_stop_too_deep: self = .tooDeep
        case footfall_stop_missing_comma: self = .missingComma
        case footfall_stop_field_count: self = .fieldCount
        case footfall_stop_too_long: self = .tooLong
        default: return nil
        }
    }

    private static func inWords(_ cell: UInt8) -> String {
        switch Int(cell) {
        case footfall_cell_number: "a number"
        case footfall_cell_integer: "a whole number"
        case footfall_cell_text: "a text"
        case footfall_cell_boolean: "true or false"
        case footfall_cell_list: "a list"
        case footfall_cell_dictionary: "a dictionary"
        default: "something else"
        }
    }
}

extension RecordSchema.Column.Kind {
    var inWords: String {
        switch self {
        case .number: "a number"
        case .integer: "a whole number"
        case .text: "a text"
        case .boolean: "true or false"
        case .json: "a JSON value"
        }
    }
}
