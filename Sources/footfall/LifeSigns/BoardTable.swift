// Formats the table of boards of `footfall boards`, without columns that are empty for all boards.

internal import LifeSigns
internal import PlainWords
internal import TerminalHost
internal import Timebase

/// Formats boards as lines.
enum BoardTable {
    /// The lines of the table, and a last line with the number of boards.
    static func lines(
        of roster: BoardRoster,
        at broker: String,
        _ now: BootInstant,
        date: WallInstant
    ) -> [StyledLine] {
        let boards = roster.all.map { BoardLine($0.place, $0.heard, at: now, date: date) }
        return table(of: boards) + [summary(of: boards, roster.leftOut, broker)]
    }

    private static func table(of boards: [BoardLine]) -> [StyledLine] {
        guard !boards.isEmpty else { return [] }
        let heading = BoardLine.heading
        let shown = heading.indices.filter { column in
            boards.contains { $0.cells[column] != BoardLine.unknown }
        }
        let widths = heading.indices.map { column in
            (boards.map(\.cells) + [heading]).map(\.[column].columns).max() ?? 0
        }
        func line(of cells: [String], _ style: TextStyle) -> StyledLine {
            var line = StyledLine()
            for column in shown {
                let isLast = column == shown.last
                line.append(
                    isLast ? cells[column] : cells[column].padded(to: widths[column]) + "  ",
                    style
                )
            }
            return line
        }
        return [line(of: heading, .faint)]
            + boards.map { line(of: $0.cells, $0.isAlarming ? .warning : .plain) }
    }

    private static func summary(
        of boards: [BoardLine],
        _ leftOut: Int,
        _ broker: String
    ) -> StyledLine {
        var line = StyledLine()
        guard !boards.isEmpty else {
            line.append(
                "\(broker.printable) has no life sign that this user may read: record with --life-signs and this broker, "
                    + "and check that the prefix is that of the boards and that the user may read the topics below it"
            )
            return line
        }
        let alarming = boards.filter(\.isAlarming).count
        line.append("\(Quantity.count(boards.count, "line", "lines")) at \(broker.printable)")
        if alarming > 0 {
            line.append(", \(Quantity.grouped(alarming)) with a problem", .warning)
        }
        if leftOut > 0 {
            line.append(
                "; \(Quantity.count(leftOut, "message", "messages")) left out: no life signs, or too many"
            )
        }
        return line
    }
}
