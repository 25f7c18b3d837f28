// The lines of all items, before `PageLayout` decides which are in sight.

internal import ViewTree

/// A line in reading order.
struct PageLine: Sendable, Equatable {
    var line: StyledLine
    var direction: GroupContent.Direction
    /// The focus target that it shows, or a part of one.
    var target: FocusTarget?
    /// The element that it belongs to.
    var id: ViewID?
}

/// Collects lines of a given width.
struct PageLines: Sendable {
    let width: Int
    var direction = GroupContent.Direction.leftToRight
    private(set) var lines: [PageLine] = []

    init(width: Int, direction: GroupContent.Direction = .leftToRight) {
        self.width = max(1, width)
        self.direction = direction
    }

    /// Adds a text in as many lines as it needs; the later lines are indented by the width of the first line's head.
    mutating func add(
        _ text: String,
        _ style: TextStyle = .plain,
        head: [StyledLine.Piece] = [],
        tail: String = "",
        for id: ViewID? = nil,
        target: FocusTarget? = nil
    ) {
        let indent = head.reduce(0) { $0 + $1.text.columns }
        let room = max(1, width - indent)
        let whole = text.wrapped(to: room)
        for (index, part) in whole.enumerated() {
            var line = StyledLine()
            if index == 0 {
                for piece in head { line.append(piece.text, piece.style) }
            } else if indent > 0 {
                line.append(String(repeating: " ", count: indent))
            }
            line.append(part, style)
            add(line, for: id, target: target)
        }
        guard !tail.isEmpty else { return }
        // The tail follows the text if it fits into the line, else it gets a line of its own.
        let last = lines[lines.count - 1].line
        if last.columns + 1 + tail.columns <= width {
            lines[lines.count - 1].line.append(" " + tail, .faint)
        } else {
            add(
                tail,
                .faint,
                head: [
                    StyledLine.Piece(text: String(repeating: " ", count: indent), style: .plain)
                ],
                for: id,
                target: target
            )
        }
    }

    /// Adds a line that fits.
    mutating func add(_ line: StyledLine, for id: ViewID? = nil, target: FocusTarget? = nil) {
        lines.append(PageLine(line: line, direction: direction, target: target, id: id))
    }

    /// Adds an empty line, unless the line above is empty or there is none.
    mutating func addSpace() {
        guard let last = lines.last, !last.line.pieces.isEmpty else { return }
        add(StyledLine())
    }

    /// Adds pieces side by side, in further lines if they do not fit; a piece is split only if it is wider than a line.
    mutating func flow(_ pieces: [(pieces: [StyledLine.Piece], target: FocusTarget?)], gap: Int) {
        var line = StyledLine()
        var target: FocusTarget?
        for piece in pieces {
            let columns = piece.pieces.reduce(0) { $0 + $1.text.columns }
            if !line.pieces.isEmpty, line.columns + gap + columns > width {
                add(line, target: target)
                (line, target) = (StyledLine(), nil)
            }
            if columns > width {
                // Too wide for any line: its words wrap.
                let text = piece.pieces.map(\.text).joined()
                let style = piece.pieces.last?.style ?? .plain
                for part in text.wrapped(to: width) {
                    var whole = StyledLine()
                    whole.append(part, style)
                    add(whole, target: piece.target)
                }
                continue
            }
            if !line.pieces.isEmpty { line.append(String(repeating: " ", count: gap)) }
            for part in piece.pieces { line.append(part.text, part.style) }
            target = target ?? piece.target
        }
        if !line.pieces.isEmpty { add(line, target: target) }
    }
}
