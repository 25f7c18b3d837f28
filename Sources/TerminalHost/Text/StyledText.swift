// Styled text, kept apart from control sequences: one layout serves terminals with and without colour.

/// The style of a piece of text.
package enum TextStyle: Sendable, Equatable {
    case plain, strong, faint, good, warning
    /// The element with the focus.
    case focus
    /// The cursor in a text.
    case cursor
    /// The colour of an axis, by its index.
    case axis(Int)

    fileprivate var code: String? {
        switch self {
        case .plain: nil
        case .strong: "1"
        case .faint: "2"
        case .good: "32"
        case .warning: "1;31"
        case .focus, .cursor: "7"
        case .axis(let index): ["36", "33", "35", "32"][index % 4]
        }
    }
}

/// A line of text in pieces, each with its style.
package struct StyledLine: Sendable, Equatable {
    package struct Piece: Sendable, Equatable {
        package var text: String
        package var style: TextStyle
    }

    package private(set) var pieces: [Piece] = []

    package init() {}

    package mutating func append(_ text: String, _ style: TextStyle = .plain) {
        pieces.append(Piece(text: text, style: style))
    }

    package var columns: Int { pieces.reduce(0) { $0 + $1.text.columns } }

    /// The line, cut to `width`, with or without colour codes.
    package func rendered(width: Int, inColour: Bool) -> String {
        var result = ""
        var room = width
        for piece in pieces where room > 0 {
            let text = piece.text.fitted(to: room)
            room -= text.columns
            if inColour, let code = piece.style.code {
                result += "\u{1B}[\(code)m\(text)\u{1B}[0m"
            } else {
                result += text
            }
        }
        return result
    }
}
