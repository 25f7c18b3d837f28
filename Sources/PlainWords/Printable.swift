// Makes text from outside safe to print: a line break or an escape code in it must neither split a one-line error
// nor control the terminal.

extension String {
    /// The text on one line, without control characters, shortened in the middle if it is long.
    package var printable: String {
        let result = harmless
        guard result.count > 1000 else { return result }
        return "\(result.prefix(700))…\(result.suffix(250))"
    }

    /// The text on one line, without control characters, in full length.
    package var harmless: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case let scalar where scalar.steersTheTerminal:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
