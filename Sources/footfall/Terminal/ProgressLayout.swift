// Formats the progress of a recording as lines. It only computes values, so that tests need no terminal.

internal import PlainWords
internal import SessionRuns
internal import TerminalHost

/// Formats a `ProgressFrame` as lines.
enum ProgressLayout {
    /// The picture for a terminal of this size: a status line, then a line for each sensor.
    ///
    /// If the terminal is narrow, a sensor has a line for each axis. Sensors that do not fit are only counted.
    static func picture(of frame: ProgressFrame, columns: Int, rows: Int) -> [StyledLine] {
        var lines = [status(of: frame)]
        let room = max(0, rows - 2)
        let nameWidth = min(24, frame.streams.map(\.name.printable.columns).max() ?? 0)
        var drawn = 0
        for stream in frame.streams {
            let streamLines = self.lines(of: stream, nameWidth: nameWidth, columns: columns)
            let isLast = drawn == frame.streams.count - 1
            guard lines.count - 1 + streamLines.count <= room - (isLast ? 0 : 1) else { break }
            lines += streamLines
            drawn += 1
        }
        let hidden = frame.streams.count - drawn
        if hidden > 0, lines.count < rows - 1 {
            var line = StyledLine()
            line.append("and \(Quantity.count(hidden, "sensor", "sensors")) more", .faint)
            lines.append(line)
        }
        return lines
    }

    /// The progress in one line without escape codes or curves, for a log or a pipe.
    static func plainLine(of frame: ProgressFrame) -> String {
        status(of: frame).rendered(width: .max, inColour: false)
    }

    private static func status(of frame: ProgressFrame) -> StyledLine {
        var line = StyledLine()
        line.append(Quantity.clock(frame.elapsed), .strong)
        if let planned = frame.planned { line.append(" of \(Quantity.clock(planned))", .faint) }
        line.append("  \(rate(frame.samplesPerSecond)) samples/s")
        if let speed = frame.timesLife, abs(speed - 1) > 0.05 {
            line.append(" at \(Quantity.oneDecimal(speed))x", .faint)
        }
        line.append("  \(Quantity.count(frame.samples, "sample", "samples"))")
        line.append(
            "  \(Quantity.grouped(frame.losses)) lost",
            frame.losses == 0 ? .good : .warning
        )
        return line
    }

    private static func rate(_ rate: Double) -> String {
        guard rate.isFinite, abs(rate) < 1e15 else { return "–" }
        return rate < 100 ? Quantity.oneDecimal(rate) : Quantity.grouped(Int(rate.rounded()))
    }

    private static func lines(
        of stream: ProgressFrame.Stream,
        nameWidth: Int,
        columns: Int
    ) -> [StyledLine] {
        let name = stream.name.printable
        if let words = stream.words {
            var line = StyledLine()
            line.append(name.padded(to: nameWidth), .strong)
            line.append("  \(words.printable)")
            return [line]
        }
        let share = (columns - nameWidth) / max(1, stream.axes.count)
        // 10 columns hold two spaces, the axis's letter, a space, and at least six bars.
        if share >= 10 {
            var line = StyledLine()
            line.append(name.padded(to: nameWidth), .strong)
            for (index, axis) in stream.axes.enumerated() {
                append(axis, at: index, width: share - 2, to: &line)
            }
            return [line]
        }
        var heading = StyledLine()
        heading.append(name, .strong)
        return [heading]
            + stream.axes.enumerated().map { index, axis in
                var line = StyledLine()
                append(axis, at: index, width: columns - 2, to: &line)
                return line
            }
    }

    private static func append(
        _ axis: ProgressFrame.Axis,
        at index: Int,
        width: Int,
        to line: inout StyledLine
    ) {
        line.append("  \(axis.name.printable) ", .faint)
        let bars = width - axis.name.printable.columns - 1
        line.append(
            Sparkline.draw(axis.values.suffix(max(0, bars)), width: max(0, bars)),
            .axis(index)
        )
    }
}
