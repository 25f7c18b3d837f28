// Reads lines of columns separated by commas, semicolons, tabs or spaces. Each device always uses the same
// separator, so the reader remembers it. A label before a number is skipped (`ax:0.1`, as serial plotters want it).

/// Reads lines of columns.
struct CSVTable: Sendable {
    /// The separator of the last line that was a reading.
    private var separator: UInt8?
    private var hasReading = false

    /// A reader that has seen no line.
    init() {}

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - line: The line, without white space at its beginning.
    ///   - slots: The use of each column.
    ///   - reading: Receives the numbers.
    /// - Returns: What kind of line it is.
    mutating func read(
        _ line: Span<UInt8>,
        _ slots: [LineSlot],
        into reading: inout LineReading
    ) -> LineVerdict {
        let separator = separator(of: line)
        var (at, column) = (0, 0)
        while column < slots.count {
            let slot = slots[column]
            if case .nothing = slot {
                at = Self.end(of: line, from: at, separator)
            } else if let fault = Self.readField(line, &at, slot, separator, into: &reading) {
                return verdict(fault, line, slots.count, separator)
            }
            column += 1
            Self.skipSpace(line, &at, besides: separator)
            if column == slots.count { break }
            guard at < line.count, line[at] == separator else {
                let fault: LineFault = at < line.count ? .number : .columns
                return verdict(fault, line, slots.count, separator)
            }
            at += 1
        }
        // Many devices write a separator after the last column.
        if at < line.count, line[at] == separator {
            at += 1
            Self.skipSpace(line, &at, besides: 0)
        }
        if at < line.count {
            return verdict(.number, line, slots.count, separator)
        }
        guard reading.presence != 0 else { return .fault(.number) }
        hasReading = true
        // A line of one column shows no separator.
        if slots.count > 1 { self.separator = separator }
        return .reading
    }

    /// Reads one number; an empty value field is a missing value and not a fault.
    @inline(__always)
    private static func readField(
        _ line: Span<UInt8>,
        _ at: inout Int,
        _ slot: LineSlot,
        _ separator: UInt8,
        into reading: inout LineReading
    ) -> LineFault? {
        skipSpace(line, &at, besides: separator)
        if at < line.count, line[at].isLetter { skipLabel(line, &at, separator) }
        if at == line.count || line[at] == separator {
            guard !slot.isNeeded, separator != .space else { return .number }
            return nil
        }
        guard let number = DecimalText.scan(line, from: &at) else { return .number }
        return slot.put(number, of: line, into: &reading) ? nil : .number
    }

    /// Returns the fault, unless the line consists of column names.
    private func verdict(
        _ fault: LineFault,
        _ line: Span<UInt8>,
        _ columns: Int,
        _ separator: UInt8
    ) -> LineVerdict {
        // After readings have come, a single word may be anything and is not a header.
        if columns > 1 || !hasReading, isHeader(line, columns: columns) { return .header }
        // A field that is not a number is reported only if the number of columns is right.
        return .fault(Self.count(line, separator) == columns ? fault : .columns)
    }

    /// Whether a line has a name in every column.
    func isHeader(_ line: Span<UInt8>, columns: Int) -> Bool {
        let separator = separator ?? Self.likelySeparator(of: line)
        guard Self.count(line, separator) == columns else { return false }
        var at = 0
        for _ in 0..<columns {
            Self.skipSpace(line, &at, besides: separator)
            guard at < line.count,
                line[at].isLetter || line[at] == .quote || line[at] == .underscore
            else { return false }
            let end = Self.end(of: line, from: at, separator)
            for place in at..<end where line[place] == .colon || line[place] >= 0x7F {
                return false
            }
            at = end + 1
        }
        return true
    }

    // MARK: Separators

    /// The separator of the last reading; before the first reading, the likely separator of this line.
    @inline(__always)
    private func separator(of line: Span<UInt8>) -> UInt8 {
        separator ?? Self.likelySeparator(of: line)
    }

    private static func likelySeparator(of line: Span<UInt8>) -> UInt8 {
        for candidate in [UInt8.semicolon, .comma, .tab] {
            for at in line.indices where line[at] == candidate { return candidate }
        }
        return .space
    }

    /// How many columns a line has.
    func columns(of line: Span<UInt8>) -> Int { Self.count(line, separator(of: line)) }

    /// The first field, counted from one, that should be a number but is not; `nil` if the line has another fault.
    func wrongField(
        of line: Span<UInt8>,
        _ slots: [LineSlot]
    ) -> (column: Int, text: String)? {
        let separator = separator(of: line)
        guard !line.isEmpty, line[0] != .openBrace, line[0] != .openBracket else { return nil }
        var (at, reading) = (0, LineReading())
        for (column, slot) in slots.enumerated() {
            Self.skipSpace(line, &at, besides: separator)
            guard at < line.count else { return nil }
            let start = at
            let end = Self.end(of: line, from: at, separator)
            var place = start
            let isWrong: Bool
            if case .nothing = slot {
                isWrong = false
            } else {
                isWrong = Self.readField(line, &place, slot, separator, into: &reading) != nil
                Self.skipSpace(line, &place, besides: separator)
            }
            if isWrong || slot != .nothing && place < end {
                return (column + 1, LineTally.shown(line.extracting(start..<end)))
            }
            at = end + 1
        }
        return nil
    }

    private static func count(_ line: Span<UInt8>, _ separator: UInt8) -> Int {
        var (at, count) = (0, 1)
        while true {
            at = end(of: line, from: at, separator)
            if separator == .space { skipSpace(line, &at, besides: 0) } else { at += 1 }
            // Nothing after the last separator is not a column.
            var rest = at
            skipSpace(line, &rest, besides: separator)
            guard rest < line.count else { return count }
            count += 1
        }
    }

    /// The end of the column that begins at `start`.
    @inline(__always)
    private static func end(of line: Span<UInt8>, from start: Int, _ separator: UInt8) -> Int {
        var at = start
        while at < line.count, line[at] != separator { at += 1 }
        return at
    }

    /// Skips white space; if white space is the separator, stops at its last character.
    @inline(__always)
    private static func skipSpace(
        _ line: Span<UInt8>,
        _ at: inout Int,
        besides separator: UInt8
    ) {
        if separator == .space {
            // Several spaces separate columns like one.
            while at + 1 < line.count, line[at] == .space, line[at + 1] == .space { at += 1 }
            return
        }
        while at < line.count, line[at] == .space || line[at] == .tab, line[at] != separator {
            at += 1
        }
    }

    private static func skipLabel(_ line: Span<UInt8>, _ at: inout Int, _ separator: UInt8) {
        var end = at
        while end < line.count, line[end] != separator, line[end] != .colon { end += 1 }
        guard end < line.count, line[end] == .colon else { return }
        at = end + 1
        while at < line.count, line[at] == .space, separator != .space { at += 1 }
    }
}
