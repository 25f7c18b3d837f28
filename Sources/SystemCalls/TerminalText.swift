// The width of characters on a terminal, by the C library's table, independent of this program's locale.

internal import CSystemCalls

/// The width of text on a terminal.
public enum TerminalText {
    /// The columns that a character takes: 0 for a combining mark, 2 for a wide one, -1 for one that cannot be printed,
    /// such as a control character.
    public static func columns(of scalar: Unicode.Scalar) -> Int {
        let columns = footfall_columns_of_character(scalar.value)
        // If the table is missing, 1 is right for most characters.
        return columns == -2 ? 1 : Int(columns)
    }
}
