// Draws a figure in a terminal, to check at a glance whether a recording is good. Each curve has a strip of its own, of
// braille characters with eight dots each, or of ASCII if the terminal has no others.

/// Draws a figure as lines of text.
package struct TerminalFigure: Sendable {
    private let figure: Figure
    /// The terminal's width, or the smallest that can be drawn in.
    private let columns: Int
    private let isPlain: Bool

    /// The width of the names and numbers on the left, in columns.
    private static let left = 18
    /// The number of text rows of a curve.
    private var rows: Int { isPlain ? 3 : 2 }

    /// A figure of this width.
    ///
    /// - Parameters:
    ///   - figure: The figure.
    ///   - columns: The terminal's width.
    ///   - isPlain: True if the terminal shows ASCII only.
    package init(_ figure: Figure, columns: Int, isPlain: Bool) {
        self.figure = figure
        self.isPlain = isPlain
        self.columns = max(Self.left + 21, min(columns, 400))
    }

    /// The width that remains beside the numbers.
    private var plotWidth: Int { columns - Self.left - 1 }

    /// The lines, without line breaks.
    package var lines: [String] {
        var lines = [figure.title, figure.subtitle]
        for panel in figure.panels {
            lines.append("")
            let unit = panel.unit.map { " [\($0)]" } ?? ""
            let note = panel.note.map { "  \($0)" } ?? ""
            lines.append("\(panel.title)\(unit)\(note)")
            for series in panel.series { lines += strip(series, of: panel) }
            if let signs = signs(of: panel) { lines.append(margin("") + signs) }
        }
        lines += axis + momentLines + explanation + figure.notes
        return (isPlain ? lines.map(Self.plain) : lines).flatMap(wrapped)
    }

    /// The column of a position, of `count` columns; `nil` outside the figure.
    private func column(of position: Double, among count: Int) -> Int? {
        let length = figure.range.upperBound - figure.range.lowerBound
        guard figure.range.contains(position), length > 0, length.isFinite else { return nil }
        let share = (position - figure.range.lowerBound) / length
        return min(count - 1, Int(share * Double(count)))
    }

    /// Breaks a line to the terminal's width, between words if possible.
    private func wrapped(_ line: String) -> [String] {
        guard line.count > columns else { return [line] }
        var lines: [String] = []
        var rest = Substring(line)
        while rest.count > columns {
            let piece = rest.prefix(columns)
            let space = piece.lastIndex(of: " ").flatMap { $0 > rest.startIndex ? $0 : nil }
            lines.append(String(rest[..<(space ?? piece.endIndex)]))
            rest = space.map { rest[$0...].dropFirst() } ?? rest[piece.endIndex...]
        }
        return rest.isEmpty ? lines : lines + [String(rest)]
    }

    // MARK: Curves

    private func strip(_ series: Series, of panel: Panel) -> [String] {
        let points = series.points.filter { figure.range.contains($0.position) }
        guard let low = points.map(\.minimum).min(), let high = points.map(\.maximum).max() else {
            return []
        }
        let dots = Self.dots(
            points,
            from: low,
            to: high,
            width: plotWidth * (isPlain ? 1 : 2),
            height: rows * (isPlain ? 1 : 4)
        ) { column(of: $0, among: $1) }
        return (0..<rows).map { row in
            let name = row == 0 ? String(series.name.prefix(6)) : ""
            let value = row == 0 ? high : row == rows - 1 ? low : nil
            let number = value.map { label($0, panel.scale) } ?? ""
            let room = Self.left - 2 - name.count
            let head = name + String(repeating: " ", count: max(1, room - number.count)) + number
            return margin(head) + line(row, of: dots)
        }
    }

    private func label(_ value: Double, _ scale: AxisScale) -> String {
        guard scale == .logarithmic else { return NumberText.short(value) }
        let tenth = (value * 10).rounded() / 10
        return "10^\(NumberText.fixed(tenth, decimals: 1))"
    }

    /// The dots that are set in a strip, row by row from the top.
    private static func dots(
        _ points: [SeriesPoint],
        from low: Double,
        to high: Double,
        width: Int,
        height: Int,
        _ column: (Double, Int) -> Int?
    ) -> [[Bool]] {
        var dots = Array(repeating: Array(repeating: false, count: width), count: height)
        // Halved first: the range of two large numbers may overflow.
        let half = high / 2 - low / 2
        func row(_ value: Double) -> Int {
            guard half > 0 else { return height / 2 }
            let share = (value / 2 - low / 2) / half
            return height - 1 - min(height - 1, max(0, Int(share * Double(height))))
        }
        var before: (column: Int, low: Int, high: Int)?
        for point in points {
            guard let place = column(point.position, width) else { continue }
            var (top, bottom) = (row(point.maximum), row(point.minimum))
            if let before, !point.followsBreak {
                // Extends the dots to the previous point's.
                if before.low < top { top = min(bottom, before.low + 1) }
                if before.high > bottom { bottom = max(top, before.high - 1) }
                let empty = before.column + 1..<max(before.column + 1, place)
                let middle = (before.low + before.high) / 2
                for between in empty { dots[middle][between] = true }
            }
            for height in top...max(top, bottom) { dots[height][place] = true }
            before = (place, row(point.minimum), row(point.maximum))
        }
        return dots
    }

    private func line(_ row: Int, of dots: [[Bool]]) -> String {
        guard !isPlain else { return String(dots[row].map { $0 ? "*" : " " }) }
        // Braille numbers its dots down the left column and then the right one, except the two lowest.
        let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
        var result = String.UnicodeScalarView()
        for cell in 0..<plotWidth {
            var value: UInt32 = 0x2800
            for (down, pair) in bits.enumerated() {
                for (right, bit) in pair.enumerated()
                where dots[4 * row + down][2 * cell + right] {
                    value |= bit
                }
            }
            result.append(Unicode.Scalar(value) ?? " ")
        }
        return String(result)
    }

    // MARK: Signs

    private static let contact: Character = "'"
    private static let event: Character = "|"
    /// The symbols for a column of which less than half is missing, and of which more is.
    private var shades: (some: Character, most: Character) { isPlain ? ("-", "#") : ("░", "▓") }

    /// A row with symbols for missing samples, events and foot contacts.
    private func signs(of panel: Panel) -> String? {
        guard !panel.gaps.isEmpty || !panel.events.isEmpty || !panel.contacts.isEmpty else {
            return nil
        }
        var row = Array(repeating: Character(" "), count: plotWidth)
        for (positions, sign) in [(panel.contacts, Self.contact), (panel.events, Self.event)] {
            for place in positions.compactMap({ column(of: $0, among: plotWidth) }) {
                row[place] = sign
            }
        }
        for (place, share) in missing(of: panel.gaps) {
            row[place] = share > 0.5 ? shades.most : shades.some
        }
        return String(row)
    }

    /// The columns in which samples are missing, with the missing share of each.
    private func missing(of gaps: [Gap]) -> [Int: Double] {
        let width = (figure.range.upperBound - figure.range.lowerBound) / Double(plotWidth)
        var shares: [Int: Double] = [:]
        for gap in gaps where gap.range.overlaps(figure.range) {
            let range = gap.range.clamped(to: figure.range)
            guard let first = column(of: range.lowerBound, among: plotWidth),
                let last = column(of: range.upperBound, among: plotWidth)
            else { continue }
            for place in first...max(first, last) {
                let start = figure.range.lowerBound + Double(place) * width
                let length = min(range.upperBound, start + width) - max(range.lowerBound, start)
                shares[place, default: 0] += max(0, length) * gap.share / width
            }
        }
        return shares
    }

    private var axis: [String] {
        let ticks = AxisTicks(figure.range, figure.scale, atMost: plotWidth / 12).ticks
        var line = Array(repeating: Character(isPlain ? "-" : "─"), count: plotWidth)
        var labels = Array(repeating: Character(" "), count: plotWidth)
        var free = 0
        for tick in ticks {
            guard let place = column(of: tick.position, among: plotWidth) else { continue }
            line[place] = isPlain ? "+" : "┴"
            let start = max(0, place - tick.label.count / 2)
            guard start >= free, start + tick.label.count <= labels.count else { continue }
            for (offset, letter) in tick.label.enumerated() { labels[start + offset] = letter }
            free = start + tick.label.count + 1
        }
        let words = String(labels.reversed().drop { $0 == " " }.reversed())
        return [margin("") + String(line), margin("") + words, margin("") + figure.axis]
    }

    private func margin(_ head: String) -> String {
        let space = String(repeating: " ", count: max(0, Self.left - 1 - head.count))
        return head + space + (head.isEmpty ? "  " : isPlain ? " |" : " │")
    }

    private var momentLines: [String] {
        let shown = figure.moments.filter { figure.range.contains($0.position) }
        let greatest = max(figure.range.lowerBound.magnitude, figure.range.upperBound.magnitude)
        return shown.prefix(Self.mostMoments).map {
            let time = TimeText.label($0.position, step: 0.1, greatest: greatest)
            return "\($0.kind == .step ? "step" : "mark") \(time)  \($0.label)"
        } + (shown.count > Self.mostMoments ? ["and \(shown.count - Self.mostMoments) more"] : [])
    }

    private static let mostMoments = 12

    private var explanation: [String] {
        var signs: [String] = []
        if figure.panels.contains(where: { !$0.contacts.isEmpty }) {
            signs.append("\(Self.contact) a foot came to the ground, as detected")
        }
        if figure.panels.contains(where: { !$0.events.isEmpty }) {
            signs.append("\(Self.event) an event, such as a key")
        }
        if figure.panels.contains(where: { !$0.gaps.isEmpty }) {
            signs.append("\(shades.some) some samples missing")
            signs.append("\(shades.most) most samples missing")
        }
        return signs.isEmpty ? [] : [signs.joined(separator: "; ")]
    }

    /// Converts a line to ASCII.
    private static func plain(_ line: String) -> String {
        var result = ""
        for scalar in line.unicodeScalars {
            switch scalar {
            case "–": result += "-"
            case "²": result += "^2"
            case "µ": result += "u"
            case "°": result += "deg"
            case "…": result += "..."
            default: result.unicodeScalars.append(scalar.isASCII ? scalar : "?")
            }
        }
        return result
    }
}
