// A value of a table keeps its type until its line is written. Its digits are then written directly into the file's
// bytes, without a temporary text.

internal import SampleFile

/// A value of a wide table.
enum WideCell: Sendable, Hashable {
    case empty
    case number(Double)
    case integer(Int64)
    case boolean(Bool)
    /// The bytes of a text, which is not empty.
    case text([UInt8])
}

extension WideCell {
    /// The same digits as in the session; empty for an empty cell.
    var text: String {
        if case .text(let bytes) = self { return String(decoding: bytes, as: UTF8.self) }
        var bytes: [UInt8] = []
        bytes.append(csv: self)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends a value as a field of CSV (RFC 4180).
    mutating func append(csv cell: WideCell) {
        switch cell {
        case .empty: break
        case .number(let number): append(csv: number)
        case .integer(let number): append(integer: number)
        case .boolean(let truth): append(contentsOf: (truth ? "true" : "false").utf8)
        case .text(let bytes): append(csv: bytes)
        }
    }

    /// Appends the fewest digits that identify a number; a whole number gets `.0`.
    mutating func append(csv number: Double) {
        // Outside these bounds, which are rare, uses Swift's notation with an exponent.
        guard number == 0 || (1e-4..<9e15).contains(number.magnitude) else {
            return append(contentsOf: number.description.utf8)
        }
        let start = count
        append(number: number)
        if !self[start...].contains(UInt8(ascii: ".")) { append(contentsOf: ".0".utf8) }
    }

    /// Appends a text; quotes it if it contains a character that would end a field.
    mutating func append(csv text: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let isPlain = text.allSatisfy {
            $0 != UInt8(ascii: ",") && $0 != quote && $0 != UInt8(ascii: "\n")
                && $0 != UInt8(ascii: "\r")
        }
        guard !isPlain else { return append(contentsOf: text) }
        append(quote)
        for byte in text {
            if byte == quote { append(quote) }
            append(byte)
        }
        append(quote)
    }
}
