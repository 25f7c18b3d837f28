// Rows out of the bytes of a file: as RFC 4180 has them, a quoted field may hold separators and ends of lines. A quote
// that nobody closes costs one row: the lines that it took along are read again as rows of their own.

/// Splits the bytes of a file into rows.
struct TableRows: Sendable {
    /// A row that was found.
    struct Row: Sendable, Equatable {
        /// The line that it begins in, from 1.
        var line: Int
        /// How many lines it takes up: a quoted field takes those along that it holds.
        var lines: Int
        /// Whether it has more bytes than a line may have.
        var isTooLong: Bool
    }

    private var bytes: [UInt8] = []
    private var line = 1
    private var first = 1
    private var isTooLong = false
    private var isQuoted = false
    /// Whether a quote here would begin a quoted field.
    private var mayQuote = true
    private var isBehindReturn = false
    /// Where in `bytes` lines end within quotes.
    private var breaks: [Int] = []
    private var skipped: Int
    private var mark = 0
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// A splitter that passes over so many lines first.
    init(skipping lines: Int) {
        skipped = lines
        bytes.reserveCapacity(LineSplitter.longest)
    }

    /// Takes bytes, and gives each row without its end; rows without anything are left out.
    mutating func take(_ part: Span<UInt8>, _ give: (Row, Span<UInt8>) -> Void) {
        for index in part.indices { take(part[index], give) }
    }

    /// Gives a last row that has no end.
    mutating func finish(_ give: (Row, Span<UInt8>) -> Void) {
        while isQuoted, !breaks.isEmpty { giveUpQuote(give) }
        if !bytes.isEmpty || isTooLong { end(give) }
    }

    private mutating func take(_ byte: UInt8, _ give: (Row, Span<UInt8>) -> Void) {
        if mark < 3 {
            // A mark of UTF-8 at the beginning is no part of the first name.
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

    /// Gives the line with the quote that nobody closes as a row, and takes those behind it anew.
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
            // Two of them within quotes are one.
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
