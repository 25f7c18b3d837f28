// Normalises the fields of a row: removes quotes, and turns decimal commas into points. `LineReader` can then read
// a file like a device's lines, so numbers are parsed in one place.

/// The fields of one row.
struct TableFields: Sendable {
    /// The row in the form of a device's line, with fields separated by semicolons.
    private(set) var line: [UInt8] = []
    /// Where each field ends in `line`.
    private var ends: [Int] = []

    /// How many fields there are.
    var count: Int { ends.count }

    /// Splits a row into its fields; drops empty fields after the wanted ones, which spreadsheets often add.
    ///
    /// - Parameters:
    ///   - row: The row without its end.
    ///   - separator: The separator of its fields.
    ///   - wanted: How many fields are expected, if known.
    mutating func read(
        _ row: Span<UInt8>,
        _ separator: TableLayout.Separator,
        atMost wanted: Int?
    ) {
        line.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        var at = 0
        repeat { readField(row, &at, separator) } while at <= row.count
        while let wanted, ends.count > wanted, ends.count > 1,
            ends[ends.count - 1] == ends[ends.count - 2] + 1
        {
            ends.removeLast()
            line.removeLast()
        }
    }

    /// The text of a field, as it can be printed.
    func text(_ place: Int) -> String {
        String(decoding: bytes(place), as: UTF8.self)
    }

    /// Whether a field is a number.
    func isNumber(_ place: Int) -> Bool {
        guard ends.indices.contains(place) else { return false }
        var at = range(place).lowerBound
        return DecimalText.scan(line.span, from: &at) != nil && at == ends[place]
    }

    /// A field's bytes.
    func bytes(_ place: Int) -> ArraySlice<UInt8> {
        ends.indices.contains(place) ? line[range(place)] : []
    }

    /// Replaces a field by zero, after its text was read elsewhere, so that `LineReader` finds a number.
    mutating func clear(_ place: Int) {
        let range = range(place)
        line.replaceSubrange(range, with: CollectionOfOne(.zero))
        for index in place..<ends.count { ends[index] += 1 - range.count }
    }

    private func range(_ place: Int) -> Range<Int> {
        (place == 0 ? 0 : ends[place - 1] + 1)..<ends[place]
    }

    private mutating func readField(
        _ row: Span<UInt8>,
        _ at: inout Int,
        _ separator: TableLayout.Separator
    ) {
        if !ends.isEmpty { line.append(.semicolon) }
        let start = line.count
        func isSpace(_ byte: UInt8) -> Bool {
            byte == .space || byte == .tab && separator != .tab
        }
        while at < row.count, isSpace(row[at]) { at += 1 }
        if at < row.count, row[at] == .quote {
            at += 1
            while at < row.count {
                if row[at] == .quote {
                    guard at + 1 < row.count, row[at + 1] == .quote else { break }
                    at += 1
                }
                append(row[at])
                at += 1
            }
            // Without a closing quote, this is neither a quoted field nor a number.
            if at == row.count { line.insert(.quote, at: start) }
            at += 1
        }
        while at < row.count, row[at] != separator.byte {
            append(row[at])
            at += 1
        }
        while line.count > start, line[line.count - 1] == .space || line[line.count - 1] == .tab {
            line.removeLast()
        }
        if separator != .comma { pointNumber(from: start) }
        ends.append(line.count)
        at += 1
        // Several spaces separate fields like one, and trailing spaces are ignored.
        if separator == .space {
            while at < row.count, isSpace(row[at]) { at += 1 }
            if at == row.count { at += 1 }
        }
    }

    private mutating func append(_ byte: UInt8) {
        line.append(byte == .semicolon ? .space : byte)
    }

    /// Turns the only comma of a field into a decimal point, if commas do not separate fields.
    private mutating func pointNumber(from start: Int) {
        var comma: Int?
        for index in start..<line.count {
            switch line[index] {
            case .comma where comma == nil: comma = index
            case .comma, .point: return
            default: break
            }
        }
        if let comma { line[comma] = .point }
    }
}
