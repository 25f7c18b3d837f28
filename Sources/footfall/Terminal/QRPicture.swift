// Draws a QR code with the half-block characters of a terminal, so that a phone's user need not type an address and a
// six-digit code.

internal import CQREncode

/// A QR code as dark and light squares.
struct QRPicture {
    private let squares: [[Bool]]

    /// The width in squares of the light margin, which a camera needs to find the code.
    private static let margin = 2

    /// Makes the code of a text; returns `nil` if the text is too long or memory is short.
    init?(of text: String) {
        guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        defer { unsafe QRcode_free(code) }
        let width = Int(unsafe code.pointee.width)
        guard let data = unsafe code.pointee.data else { return nil }
        squares = (0..<width).map { row in
            (0..<width).map { unsafe data[row * width + $0] & 1 == 1 }
        }
    }

    /// The lines for a terminal, each with two rows of squares, black on white whatever the terminal's colours are.
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
