// Reads one line: recognises its form, verifies its checksum and parses its numbers. The first byte of a line shows
// its form, so the user need not give it.

/// Reads lines by a mapping.
struct LineReader: Sendable {
    /// The contents of the line read last, if it was a reading.
    private(set) var reading = LineReading()
    private let slots: [LineSlot]
    private let checksum: LineChecksum?
    private var table: CSVTable
    private var object: JSONLine

    /// A reader of lines with the columns of a mapping.
    init(_ mapping: LineMapping) {
        let slots = mapping.columns.compactMap { LineSlot($0, scales: mapping.scales) }
        self.slots = slots
        checksum = mapping.checksum
        table = CSVTable()
        let keys = mapping.columns.filter { LineSlot($0, scales: mapping.scales) != nil }
        object = JSONLine(
            keys: keys.map { Array($0.key.utf8) },
            needed: slots.indices.filter { slots[$0].isNeeded }
        )
    }

    /// Reads a line.
    ///
    /// - Parameter line: The line without its end.
    /// - Returns: What kind of line it is.
    mutating func read(_ line: Span<UInt8>) -> LineVerdict {
        let first = Self.start(of: line)
        guard first < line.count else { return .comment }
        if line[first] == .hash { return .comment }
        var whole = line.extracting(first..<line.count)
        if let checksum {
            guard let (end, told, made) = Self.part(whole, checksum) else {
                return table.isHeader(whole, columns: slots.count + 1)
                    ? .header : .fault(fault(.checksum, whole))
            }
            if told != made { return .fault(fault(.checksum, whole)) }
            whole = whole.extracting(0..<end)
        }
        // The character that begins an NMEA sentence is not part of a number.
        if !whole.isEmpty, whole[0].beginsSentence, slots.first != .nothing {
            whole = whole.extracting(1..<whole.count)
        }
        reading.clear()
        let verdict =
            switch whole.isEmpty ? .zero : whole[0] {
            case .openBrace: object.read(whole, slots, into: &reading)
            case .openBracket: JSONLine.readList(whole, slots, into: &reading)
            default: table.read(whole, slots, into: &reading)
            }
        guard case .fault(let fault) = verdict else { return verdict }
        return .fault(self.fault(fault, whole))
    }

    /// The fault to report: bytes that are not text explain every other fault.
    private func fault(_ fault: LineFault, _ line: Span<UInt8>) -> LineFault {
        line.isText ? fault : .notText
    }

    /// Where a line begins after white space.
    private static func start(of line: Span<UInt8>) -> Int {
        var first = 0
        while first < line.count, line[first] == .space || line[first] == .tab { first += 1 }
        return first
    }

    /// How an unreadable line differs from the mapping.
    func misfit(_ fault: LineFault, _ whole: Span<UInt8>) -> LineMisfit.Kind {
        let line = whole.extracting(Self.start(of: whole)..<whole.count)
        let end = checksum.flatMap { Self.part(line, $0) }
        switch (fault, checksum) {
        case (.columns, _):
            let columns = line.extracting(0..<(end?.end ?? line.count))
            let more = end == nil ? 0 : 1
            return .columns(
                found: table.columns(of: columns) + more,
                wanted: slots.count + (checksum == nil ? 0 : 1)
            )
        case (.checksum, let checksum?):
            guard let end else { return .noChecksum }
            return .wrongChecksum(
                told: checksum.text(of: end.told),
                made: checksum.text(of: end.made),
                agreeing: Self.agreeing(line)
            )
        case (.number, _):
            let sign = !line.isEmpty && line[0].beginsSentence && slots.first != .nothing ? 1 : 0
            let columns = line.extracting(sign..<max(sign, end?.end ?? line.count))
            guard let field = table.wrongField(of: columns, slots) else { return .unread(fault) }
            return .field(
                column: field.column,
                text: field.text,
                hint: FieldHint(field.text, isLast: field.column == slots.count)
            )
        default: return .unread(fault)
        }
    }

    /// The word of a checksum that would match a line.
    private static func agreeing(_ line: Span<UInt8>) -> String? {
        for kind in LineChecksum.Kind.allCases {
            for isDecimal in [false, true] {
                let checksum = LineChecksum(kind, isDecimal: isDecimal)
                if let end = part(line, checksum), end.told == end.made {
                    return kind.rawValue + (isDecimal ? "_dec" : "")
                }
            }
        }
        return nil
    }

    /// Separates a line from its checksum, and computes the checksum that it should have.
    ///
    /// The checksum covers all bytes up to the star or separator before it, without a `$` or `!` at the beginning.
    private static func part(
        _ line: Span<UInt8>,
        _ checksum: LineChecksum
    ) -> (end: Int, told: UInt32, made: UInt32)? {
        var end = line.count
        while end > 0, line[end - 1] == .space || line[end - 1] == .tab { end -= 1 }
        var sign = end
        while sign > 0, line[sign - 1].hexDigit != nil || line[sign - 1] | 0x20 == UInt8(ascii: "x")
        { sign -= 1 }
        guard sign > 0, sign < end, line[sign - 1].partsChecksum else { return nil }
        // If the line is only a star, nothing precedes it.
        let start = line[0].beginsSentence ? 1 : 0
        guard start < sign else { return nil }
        let bytes = line.extracting(start..<(sign - 1))
        guard let told = checksum.number(line.extracting(sign..<end)) else { return nil }
        return (sign - 1, told, checksum.value(of: bytes))
    }
}

/// What to do with the number of a column.
enum LineSlot: Sendable, Hashable {
    case nothing
    case value(place: Int, LineScale)
    case time(power: Int)
    case counter

    /// The use of a column; `nil` for a checksum, which is removed before.
    init?(_ column: LineColumn, scales: [LineScale]) {
        switch column.meaning {
        case .nothing: self = .nothing
        case .part(let channel, let place):
            self = .value(place: 4 * channel + place, scales[channel])
        case .time(let unit): self = .time(power: unit.power)
        case .counter: self = .counter
        case .checksum: return nil
        }
    }

    /// Whether a line is useless without a number in this column.
    var isNeeded: Bool {
        switch self {
        case .nothing, .value: false
        case .time, .counter: true
        }
    }

    /// Stores a number; returns `false` if the number is out of range for this column.
    @inline(__always)
    func put(
        _ number: DecimalText,
        of bytes: Span<UInt8>,
        into reading: inout LineReading
    ) -> Bool {
        switch self {
        case .nothing: break
        case .value(let place, let scale):
            let value = scale(number.double(in: bytes))
            guard value.isFinite else { return false }
            reading.set(place, value)
        case .time(let power):
            guard let time = number.rounded(timesTenTo: power) else { return false }
            reading.time = time
        case .counter:
            // No device counts this far; larger counts would overflow the computation of positions.
            guard let count = number.whole, (0...LineOrder.mostCount).contains(count) else {
                return false
            }
            reading.count = count
        }
        return true
    }
}

extension UInt8 {
    /// Whether it begins an NMEA sentence.
    fileprivate var beginsSentence: Bool { self == .dollar || self == .exclamation }

    /// Whether it can separate a checksum from the rest of the line.
    fileprivate var partsChecksum: Bool {
        switch self {
        case .star, .comma, .semicolon, .tab, .space: true
        default: false
        }
    }
}

extension Span<UInt8> {
    /// Whether it is text: UTF-8 without unprintable characters.
    fileprivate var isText: Bool {
        var at = 0
        while at < count {
            let byte = self[at]
            if byte < 0x80 {
                guard byte >= 0x20 && byte != 0x7F || byte == .tab else { return false }
                at += 1
                continue
            }
            let length = byte.leadingOnes
            guard (2...4).contains(length), at + length <= count else { return false }
            for next in at + 1..<at + length {
                guard self[next].leadingOnes == 1 else { return false }
            }
            at += length
        }
        return true
    }
}

extension UInt8 {
    fileprivate var leadingOnes: Int { (~self).leadingZeroBitCount }
}
