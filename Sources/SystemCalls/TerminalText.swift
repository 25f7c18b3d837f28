// How wide a letter is on a terminal: the C library's table, whatever the locale of this program is.

internal import CSystemCalls

/// What a terminal does with letters.
public enum TerminalText {
    /// The columns that a character takes: 0 for a mark on another one, 2 for a wide one, -1 for a control
    /// character.
    public static func columns(of scalar: Unicode.Scalar) -> Int {
        let columns = footfall_columns_of_character(scalar.value)
        // A machine without the table has most letters right all the same.
        return columns == -2 ? 1 : Int(columns)
    }
}
