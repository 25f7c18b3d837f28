// Splits the bytes of a file into rows. As in RFC 4180, a quoted field may contain separators and line ends. A
// quote that is never closed costs only one row: the lines that it had swallowed are read again as rows.

/// Splits the bytes of a file into rows.
struct TableRows: Sendable {
    /// A row in the file.
    struct Row: Sendable, Equatable {
        /// The line in which it begins, counted from 1.
        var line: Int
        /// How many lines it covers; a quoted field may contain line ends.
        var lines: Int
        /// Whether it is longer than a line may be.
        var isTooLong: Bool
    }

    private var bytes: [UInt8] = []
    private var line = 1
    private var first = 1
    private var isTooLong = false
    private var isQuoted = false
    /// Whether a quote at this point would begin a quoted field.
    private var mayQuote = true
    private var isBehindReturn = false
    /// Where in `bytes` the lines within quotes end.
    private var breaks: [Int] = []
    private var skipped: Int
    private var mark = 0
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// A splitter that first skips some lines.
    init(skipping lines: Int) {
        skipped = lines
        bytes.reserveCapacity(LineSplitter.longest)
    }

    /// Splits further bytes, and passes on each row without its end; empty rows are left out.
    mutating func take(_ part: Span<UInt8>, _ give: (Row, Span<UInt8>) -> Void) {
        for index in part.indices { take(part[index], give) }
    }

    /// Passes on a last row that has no line end.
    mutating func finish(_ give: (Row, Span<UInt8>) -> Void) {
        while isQuoted, !breaks.isEmpty { giveUpQuote(give) }
        if !bytes.isEmpty || isTooLong { end(give) }
    }

    private mutating func take(_ byte: UInt8, _ give: (Row, Span<UInt8>) -> Void) {
        if mark < 3 {
            // The byte-order mark at the beginning is not part of the first name.
            if line == 1, byte == Self.byteOrderMark[mark] {
                mark += 1
                return
            }
            for index in 0..<mark { keep(Self.byteOrderMark[index], give) }
            mark = 4
        }
        let isEnd = byte == .lineFeed || byte == .carriageReturn
        guard isEnd else {
            isBehindReturn = false
            return keep(byte, give)
        }
        if byte == .lineFeed, isBehindReturn {
            isBehindReturn = false
            return
        }
        isBehindReturn = byte == .carriageReturn
        endLine(give)
    }

    private mutating func endLine(_ give: (Row, Span<UInt8>) -> Void) {
        line += 1
        guard isQuoted, !isTooLong, skipped == 0 else { return end(give) }
        breaks.append(bytes.count)
        keep(.space, give)
    }

    /// Passes on the line with the unclosed quote as a row, and splits the lines after it again.
    private mutating func giveUpQuote(_ give: (Row, Span<UInt8>) -> Void) {
        let (taken, ends) = (bytes, breaks)
        bytes.removeSubrange(ends[0]...)
        line = first + 1
        end(give)
        var next = 1
        for place in (ends[0] + 1)..<max(ends[0] + 1, taken.count) {
            if next < ends.count, ends[next] == place {
                next += 1
                endLine(give)
            } else {
                keep(taken[place], give)
            }
        }
        while next < ends.count {
            next += 1
            endLine(give)
        }
    }

    private mutating func keep(_ byte: UInt8, _ give: (Row, Span<UInt8>) -> Void) {
        guard !isTooLong else { return }
        if bytes.count >= LineSplitter.longest, isQuoted, !breaks.isEmpty { giveUpQuote(give) }
        guard bytes.count < LineSplitter.longest else {
            isTooLong = true
            return
        }
        if byte == .quote {
            if isQuoted || mayQuote { isQuoted.toggle() }
            // Two quotes within a quoted field stand for one.
            mayQuote = true
        } else if !isQuoted {
            mayQuote =
                byte == .comma || byte == .semicolon || byte == .tab || byte == .space && mayQuote
        }
        bytes.append(byte)
    }

    private mutating func end(_ give: (Row, Span<UInt8>) -> Void) {
        if skipped > 0 {
            skipped -= 1
        } else if isTooLong || bytes.contains(where: { $0 != .space && $0 != .tab }) {
            give(Row(line: first, lines: max(1, line - first), isTooLong: isTooLong), bytes.span)
        }
        bytes.removeAll(keepingCapacity: true)
        breaks.removeAll(keepingCapacity: true)
        (isTooLong, isQuoted, mayQuote) = (false, false, true)
        first = line
    }
}
