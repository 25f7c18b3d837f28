// A value keeps its type until its line is written: its digits are made once, into the bytes of the file, and no value is
// a text of its own meanwhile.

internal import SampleFile

/// A value of a wide table.
enum WideCell: Sendable, Hashable {
    case empty
    case number(Double)
    case integer(Int64)
    case boolean(Bool)
    /// The bytes of a text, of one at least.
    case text([UInt8])
}

extension WideCell {
    /// The same digits as in the session; empty where there is nothing.
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

    /// Appends the fewest digits that give a number again, and `.0` behind those of a whole one.
    mutating func append(csv number: Double) {
        // Beyond these bounds, where numbers are rare, an exponent is written as Swift writes it.
        guard number == 0 || (1e-4..<9e15).contains(number.magnitude) else {
            return append(contentsOf: number.description.utf8)
        }
        let start = count
        append(number: number)
        if !self[start...].contains(UInt8(ascii: ".")) { append(contentsOf: ".0".utf8) }
    }

    /// Appends a text, in quotes where it has what ends a field.
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
