// A text as a pattern that a phone's camera reads, drawn with the half blocks of a terminal: an address and six digits
// are a lot to type with a thumb.

internal import CQREncode

/// A pattern of dark and light squares.
struct QRPicture {
    private let squares: [[Bool]]

    /// How many light squares stand around it, so that it is found.
    private static let margin = 2

    /// The pattern of a text; `nil` where there is none.
    init?(of text: String) {
        guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        defer { unsafe QRcode_free(code) }
        let width = Int(unsafe code.pointee.width)
        guard let data = unsafe code.pointee.data else { return nil }
        squares = (0..<width).map { row in
            (0..<width).map { unsafe data[row * width + $0] & 1 == 1 }
        }
    }

    /// Lines of a terminal, each two rows of squares, in black on white whatever the terminal's colours are.
    var lines: [String] {
        let width = squares.count
        let range = -Self.margin..<width + Self.margin
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            let letters = range.map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (true, true): "\u{2588}"
                case (true, false): "\u{2580}"
                case (false, true): "\u{2584}"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;107m" + letters.joined() + "\u{1B}[0m"
        }
    }

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        guard squares.indices.contains(row), squares.indices.contains(column) else { return false }
        return squares[row][column]
    }
}
