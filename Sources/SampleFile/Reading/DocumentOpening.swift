// Recognises the kind of a document by its first line. The reader knows the schema of a file; the file itself shows
// its layout.

/// What the first line of a file shows.
enum DocumentOpening {
    /// A whole opening; the scan is at the first record.
    case whole(SampleFileLayout)
    /// The file ends within its first line; the layout is the one that was being written.
    case torn(SampleFileLayout?)
    case empty
    /// Nothing but zero bytes.
    case zeros
    /// Not one of our layouts; the scan is at the beginning.
    case foreign(what: String)
}

extension RecordScan {
    /// Reads the first line; if it is an opening, continues to the first record.
    mutating func readOpening(
        _ schema: RecordSchema,
        csvHeader: Bool
    ) throws(SampleFileError) -> DocumentOpening {
        let (range, isWhole) = try peekLine()
        let line = store.copy(range).trimmingJSONSpace()
        if range.isEmpty, !isWhole { return csvHeader ? .empty : openCSV(schema) }
        let length = range.count + (isWhole ? 1 : 0)
        if line.elementsEqual("[".utf8) {
            skip(length)
            return .whole(.jsonArray)
        }
        if line.first == UInt8(ascii: "["),
            line.dropFirst().trimmingJSONSpace().elementsEqual("]".utf8)
        {
            // An empty array on one line; its closing bracket is read as a footer.
            skip(store.copy(range).prefix { $0.isJSONSpace }.count + 1)
            return .whole(.jsonArray)
        }
        if line.first == UInt8(ascii: "{") {
            if let startDate = store.startDate(ofOpening: range) {
                skip(length)
                return .whole(.jsonDictionary(startDate: startDate))
            }
            let ours = Array("{\"startDate\":".utf8)
            if !isWhole, ours.starts(with: line) || line.starts(with: ours) {
                return .torn(.jsonDictionary(startDate: ""))
            }
        }
        guard csvHeader else { return openCSV(schema) }
        if line.first == 0 {
            let isZero = try isZeroToTheEnd()
            move(to: 0)
            if isZero { return .zeros }
        }
        return try readCSVHeader(schema, range, isWhole: isWhole)
    }

    private mutating func readCSVHeader(
        _ schema: RecordSchema,
        _ range: Range<Int>,
        isWhole: Bool
    ) throws(SampleFileError) -> DocumentOpening {
        let foreign = DocumentOpening.foreign(
            what: "its first line does not open a file of these records"
        )
        guard store.isUTF8(range), range.count <= limits.lineBytes,
            let names = CSVHeader.names(store.copy(range))
        else { return foreign }
        let columns = names.map { schema.index(of: $0) }
        guard isWhole else {
            // A file that was cut off within its header is still ours if its beginning is the beginning of our
            // header.
            let ours = schema.columns.map(\.name).joined(separator: ",")
            let isOurs = ours.utf8.starts(with: store.copy(range))
            return isOurs ? .torn(.csv(header: true)) : foreign
        }
        let known = columns.compactMap { $0 }
        // A number among the names shows that the newline after the header is missing, and a record follows.
        guard !known.isEmpty, Set(known).count == known.count,
            names.allSatisfy(SampleFileLayout.isColumnName)
        else { return foreign }
        // Newer files have more columns, older ones fewer. One unknown and one missing column together mean a
        // damaged name; reading on would silently lose that column.
        if let stranger = zip(names, columns).first(where: { $0.1 == nil })?.0,
            let missing = schema.columns.indices.first(where: { !known.contains($0) })
        {
            let name = schema.columns[missing].name
            return .foreign(what: "its header has \"\(stranger)\" and lacks \"\(name)\"")
        }
        guard store.mapFields(columns.map { $0.map(Int32.init) ?? -1 }) else { return foreign }
        skip(range.count + 1)
        if known.count < schema.columns.count {
            let next = CSVHeader.names(store.copy(try peekLine().range)) ?? []
            if next.allSatisfy({ schema.index(of: $0) != nil }) {
                move(to: 0)
                return .foreign(what: "its header is broken in two")
            }
        }
        isCSV = true
        strangersOfHeader = zip(names, columns).filter { $0.1 == nil }.map(\.0)
        return .whole(.csv(header: true))
    }

    /// Reads every line as a row with all columns in order.
    mutating func openCSV(_ schema: RecordSchema) -> DocumentOpening {
        isCSV = true
        guard store.mapFields(schema.columns.indices.map(Int32.init)) else {
            return .foreign(what: "it has too many columns")
        }
        return .whole(.csv(header: false))
    }
}

/// Parses the first line of a CSV file.
enum CSVHeader {
    /// The names of the columns; `nil` if the quotes do not match.
    static func names(_ line: [UInt8]) -> [String]? {
        var names: [String] = []
        var rest = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
        while true {
            var name: [UInt8] = []
            if rest.first == quote {
                rest = rest.dropFirst()
                while let end = rest.firstIndex(of: quote) {
                    name += rest[..<end]
                    rest = rest[(end + 1)...]
                    guard rest.first == quote else { break }
                    name.append(quote)
                    rest = rest.dropFirst()
                }
                guard rest.isEmpty || rest.first == comma else { return nil }
            } else {
                name = Array(rest.prefix { $0 != comma })
                guard !name.contains(quote) else { return nil }
                rest = rest.dropFirst(name.count)
            }
            names.append(String(decoding: name, as: UTF8.self))
            guard rest.first == comma else { return names }
            rest = rest.dropFirst()
        }
    }

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
}

extension Collection where Element == UInt8, SubSequence: BidirectionalCollection {
    func trimmingJSONSpace() -> SubSequence {
        var rest = drop { $0.isJSONSpace }
        while let last = rest.last, last.isJSONSpace { rest = rest.dropLast() }
        return rest
    }
}
