// Reads lines of JSON, each an object or a list, in place and without building a tree. Points separate the keys of
// nested objects: `acc.x` finds {"acc": {"x": 1}}, and `acc.0` finds {"acc": [1]}.

/// Reads lines that are JSON objects.
struct JSONLine: Sendable {
    private let keys: [[UInt8]]
    private let needed: [Int]
    /// The keys down to the present value.
    private var path: [UInt8] = []
    /// The column to expect next if this line is like the previous one.
    private var expected = 0
    private var found: UInt64 = 0

    private static let mostDepth = 16

    /// A reader of objects with these keys; the index of each key is that of its column.
    init(keys: [[UInt8]], needed: [Int]) {
        self.keys = keys
        self.needed = needed
        path.reserveCapacity(256)
    }

    /// Reads an object.
    mutating func read(
        _ line: Span<UInt8>,
        _ slots: [LineSlot],
        into reading: inout LineReading
    ) -> LineVerdict {
        var at = 0
        path.removeAll(keepingCapacity: true)
        (expected, found) = (0, 0)
        if let fault = readObject(line, &at, slots, into: &reading, depth: 0) {
            return .fault(fault)
        }
        Self.skipSpace(line, &at)
        guard at == line.count else { return .fault(.json) }
        for column in needed where found & 1 << UInt64(column) == 0 { return .fault(.keys) }
        return reading.presence == 0 ? .fault(.keys) : .reading
    }

    /// Reads a list, whose columns are given by position.
    static func readList(
        _ line: Span<UInt8>,
        _ slots: [LineSlot],
        into reading: inout LineReading
    ) -> LineVerdict {
        var at = 1
        for column in slots.indices {
            if column > 0 {
                skipSpace(line, &at)
                guard at < line.count else { return .fault(.json) }
                if line[at] == .closeBracket { return .fault(.columns) }
                guard line[at] == .comma else { return .fault(.json) }
                at += 1
            }
            skipSpace(line, &at)
            if at < line.count, line[at] == .closeBracket { return .fault(.columns) }
            if let fault = readLeaf(line, &at, slots[column], into: &reading) {
                return .fault(fault)
            }
        }
        skipSpace(line, &at)
        guard at < line.count, line[at] != .comma else {
            return .fault(at < line.count ? .columns : .json)
        }
        guard line[at] == .closeBracket else { return .fault(.json) }
        at += 1
        skipSpace(line, &at)
        guard at == line.count else { return .fault(.json) }
        return reading.presence == 0 ? .fault(.number) : .reading
    }

    // MARK: Objects

    private mutating func readObject(
        _ line: Span<UInt8>,
        _ at: inout Int,
        _ slots: [LineSlot],
        into reading: inout LineReading,
        depth: Int
    ) -> LineFault? {
        at += 1
        Self.skipSpace(line, &at)
        if at < line.count, line[at] == .closeBrace {
            at += 1
            return nil
        }
        let length = path.count
        while true {
            Self.skipSpace(line, &at)
            guard at < line.count, line[at] == .quote else { return .json }
            let start = at + 1
            guard Self.skipText(line, &at) else { return .json }
            addToPath(line.extracting(start..<at - 1))
            Self.skipSpace(line, &at)
            guard at < line.count, line[at] == .colon else { return .json }
            at += 1
            if let fault = readValue(line, &at, slots, into: &reading, depth: depth) {
                return fault
            }
            path.removeLast(path.count - length)
            switch Self.next(line, &at, closedBy: .closeBrace) {
            case .another: continue
            case .end: return nil
            case .none: return .json
            }
        }
    }

    private mutating func readNestedList(
        _ line: Span<UInt8>,
        _ at: inout Int,
        _ slots: [LineSlot],
        into reading: inout LineReading,
        depth: Int
    ) -> LineFault? {
        at += 1
        Self.skipSpace(line, &at)
        if at < line.count, line[at] == .closeBracket {
            at += 1
            return nil
        }
        let length = path.count
        var place = 0
        while true {
            path.append(.point)
            if place < 100 {
                if place >= 10 { path.append(.zero + UInt8(place / 10)) }
                path.append(.zero + UInt8(place % 10))
            } else {
                // Positions from 100 on belong to no column: this path has a part that no column's name has.
                path.append(.point)
            }
            if let fault = readValue(line, &at, slots, into: &reading, depth: depth) {
                return fault
            }
            path.removeLast(path.count - length)
            place = min(place + 1, 100)
            switch Self.next(line, &at, closedBy: .closeBracket) {
            case .another: continue
            case .end: return nil
            case .none: return .json
            }
        }
    }

    private mutating func readValue(
        _ line: Span<UInt8>,
        _ at: inout Int,
        _ slots: [LineSlot],
        into reading: inout LineReading,
        depth: Int
    ) -> LineFault? {
        Self.skipSpace(line, &at)
        guard at < line.count, depth < Self.mostDepth else { return .json }
        switch line[at] {
        case .openBrace:
            return readObject(line, &at, slots, into: &reading, depth: depth + 1)
        case .openBracket:
            return readNestedList(line, &at, slots, into: &reading, depth: depth + 1)
        default:
            guard let column = column() else {
                return Self.skipLeaf(line, &at) ? nil : .json
            }
            found |= 1 << UInt64(column)
            return Self.readLeaf(line, &at, slots[column], into: &reading)
        }
    }

    private mutating func addToPath(_ key: Span<UInt8>) {
        if !path.isEmpty { path.append(.point) }
        for index in key.indices { path.append(key[index]) }
    }

    /// The column of the present path; most devices write their keys always in one order.
    private mutating func column() -> Int? {
        for offset in keys.indices {
            let column = (expected + offset) % keys.count
            guard keys[column] == path else { continue }
            expected = column + 1
            return column
        }
        return nil
    }

    // MARK: Leaves

    private enum Next { case another, end, none }

    private static func next(
        _ line: Span<UInt8>,
        _ at: inout Int,
        closedBy end: UInt8
    ) -> Next {
        skipSpace(line, &at)
        guard at < line.count, line[at] == .comma || line[at] == end else { return .none }
        at += 1
        return line[at - 1] == end ? .end : .another
    }

    /// Reads a number, also in quotation marks; `true` is 1, `false` is 0, and `null` is a missing value.
    private static func readLeaf(
        _ line: Span<UInt8>,
        _ at: inout Int,
        _ slot: LineSlot,
        into reading: inout LineReading
    ) -> LineFault? {
        if case .nothing = slot { return skipLeaf(line, &at) ? nil : .json }
        guard at < line.count else { return .json }
        let start = at
        let isQuoted = line[at] == .quote
        if isQuoted { at += 1 }
        if let number = DecimalText.scan(line, from: &at) {
            if isQuoted {
                guard at < line.count, line[at] == .quote else { return .number }
                at += 1
            }
            return slot.put(number, of: line, into: &reading) ? nil : .number
        }
        at = start
        guard skipLeaf(line, &at) else { return .json }
        let word = line.extracting(start..<at)
        if word.isWord("null") { return slot.isNeeded ? .number : nil }
        guard case .value(let place, _) = slot, word.isWord("true") || word.isWord("false") else {
            return .number
        }
        reading.set(place, word.isWord("true") ? 1 : 0)
        return nil
    }

    /// Skips a simple value; returns `false` if there is none.
    private static func skipLeaf(_ line: Span<UInt8>, _ at: inout Int) -> Bool {
        guard at < line.count else { return false }
        if line[at] == .quote { return skipText(line, &at) }
        let start = at
        while at < line.count, line[at].isOfLeaf { at += 1 }
        return at > start
    }

    /// Skips a text in quotation marks.
    private static func skipText(_ line: Span<UInt8>, _ at: inout Int) -> Bool {
        at += 1
        while at < line.count {
            if line[at] == .quote {
                at += 1
                return true
            }
            at += line[at] == .backslash ? 2 : 1
        }
        return false
    }

    @inline(__always)
    private static func skipSpace(_ line: Span<UInt8>, _ at: inout Int) {
        while at < line.count, line[at] == .space || line[at] == .tab { at += 1 }
    }
}

extension UInt8 {
    fileprivate var isOfLeaf: Bool {
        isLetter || self &- .zero <= 9 || self == .plus || self == .minus || self == .point
    }
}

extension Span<UInt8> {
    fileprivate func isWord(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        for index in indices where unsafe self[index] != word.utf8Start[index] { return false }
        return true
    }
}
