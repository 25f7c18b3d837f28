// The fields of a row, without their quotes and with a point in each number, so that the reader of lines takes a file
// as it takes a device: there is one reading of numbers, whoever wrote them.

/// The fields of one row.
struct TableFields: Sendable {
    /// The row in the form of a device's lines: fields parted by semicolons.
    private(set) var line: [UInt8] = []
    /// Where each field ends in `line`.
    private var ends: [Int] = []

    /// How many fields there are.
    var count: Int { ends.count }

    /// Takes the fields of a row; of those behind the wanted ones, empty ones are a habit of spreadsheets.
    ///
    /// - Parameters:
    ///   - row: The row without its end.
    ///   - separator: What parts its fields.
    ///   - wanted: How many there should be, where that is known.
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

    /// A field's text, as it can be printed.
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

    /// Puts a zero where a number belongs and a text stands that somebody else has read.
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
            // What nobody closes is no quoted field, and no number.
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
        // Several spaces part fields as one does, and those at the end part nothing.
        if separator == .space {
            while at < row.count, isSpace(row[at]) { at += 1 }
            if at == row.count { at += 1 }
        }
    }

    private mutating func append(_ byte: UInt8) {
        line.append(byte == .semicolon ? .space : byte)
    }

    /// Puts a point in place of the only comma of a number, which only is one where commas part no fields.
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
