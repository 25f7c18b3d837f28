// Explains why a field is not a number. People and devices write non-numbers in few ways, and each has its own
// remedy.

/// What a field that is not a number looks like.
enum FieldHint: Sendable, Hashable {
    case decimalComma
    case hexadecimal
    case notANumber
    /// A number with a fraction where only an integer is possible.
    case fraction
    /// A number followed by a checksum.
    case checksum
    case nothing

    /// Classifies a field.
    ///
    /// - Parameters:
    ///   - text: The field.
    ///   - isLast: Whether it is the last field of its line.
    init(_ text: String, isLast: Bool) {
        let plain = text.lowercased().drop { $0 == "-" || $0 == "+" }
        if isLast, text.contains("*") {
            self = .checksum
        } else if plain.hasPrefix("0x") {
            self = .hexadecimal
        } else if ["nan", "inf", "infinity", "null", "none", "na"].contains(String(plain)) {
            self = .notANumber
        } else if plain.contains(","), plain.allSatisfy({ $0.isNumber || $0 == "," }) {
            self = .decimalComma
        } else if let number = Double(text), number != number.rounded() {
            self = .fraction
        } else {
            self = .nothing
        }
    }

    /// What the user can do.
    func remedy(_ column: Int) -> String {
        switch self {
        case .decimalComma: "have the device print a point in place of the comma"
        case .hexadecimal: "have the device print its numbers decimally"
        case .notANumber: "have the device leave a field empty that has no value"
        case .fraction: "a counter is a whole number: write _ for this column, or n for another"
        case .checksum:
            "name the checksum that the line has behind a *, such as xor, as the last word of the map"
        case .nothing:
            "compare the line with the map, and write _ for column \(column) if it holds no number"
        }
    }
}
