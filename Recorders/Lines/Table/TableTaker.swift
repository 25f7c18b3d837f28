// Turns the bytes of a file of columns into samples: rows, readings, times and gaps. It does no input or output.
// Each file passes through it twice: first to find out whether it can be recorded, then to be recorded.

internal import RecorderKinds
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// Turns the bytes of a file into samples.
struct TableTaker: Sendable {
    /// The samples to send, in order.
    private(set) var ready: [ValueSample] = []
    private(set) var facts = TableFacts()
    private(set) var times: TableTimes

    private let mapping: LineMapping
    private let layout: TableLayout
    private var rows: TableRows
    private var fields = TableFields()
    private var reader: LineReader
    private var separator: TableLayout.Separator?
    private var isAtBeginning = true
    /// How many rows without a reading have come since the last reading.
    private var unread: Int64 = 0
    /// The column of the file's own time.
    private let timePlace: Int?
    private var dates = TableDate()
    /// Readings that wait for the times of the next two rows, which show whether their own time is plausible.
    private var held: [HeldRow] = []
    private var doubts: [MagnitudeCheck]
    private var unitOfTime: TimeUnitCheck?

    /// A waiting reading, with its line and the count of unread rows before it.
    private struct HeldRow: Sendable {
        var reading: LineReading
        var line: Int
        var unread: Int64
    }

    /// A taker that has seen no bytes.
    ///
    /// - Parameters:
    ///   - mapping: The meaning of the columns.
    ///   - layout: The layout of the file, as far as the user gave it.
    ///   - rateInHertz: Rows per second, if the user gave that.
    init(_ mapping: LineMapping, _ layout: TableLayout, rateInHertz: Double?) {
        self.mapping = mapping
        self.layout = layout
        separator = layout.separator
        rows = TableRows(skipping: layout.skippedLines)
        reader = LineReader(mapping)
        times = TableTimes(mapping, rateInHertz: rateInHertz)
        timePlace = mapping.columns.firstIndex { column in
            if case .time = column.meaning { true } else { false }
        }
        doubts = [.accelerometer, .gyro].compactMap { MagnitudeCheck($0, of: mapping) }
        unitOfTime = TimeUnitCheck(mapping, rateInHertz: rateInHertz)
    }

    /// Processes the next bytes.
    mutating func take(_ bytes: Span<UInt8>) {
        var rows = rows
        rows.take(bytes) { take($0, $1) }
        self.rows = rows
    }

    /// Ends the file: no more bytes come.
    mutating func finish() {
        var rows = rows
        rows.finish { take($0, $1) }
        self.rows = rows
        while !held.isEmpty { placeFirstHeld() }
        if let note = unitOfTime?.note { facts.doubts.append(note) }
        guard unread > 0, let newest = times.newest else { return }
        addGaps(unread, isEstimated: true, at: newest)
        unread = 0
    }

    /// Drops the samples that were sent.
    mutating func clear() { ready.removeAll(keepingCapacity: true) }

    // MARK: Rows

    private mutating func take(_ row: TableRows.Row, _ bytes: Span<UInt8>) {
        if row.isTooLong { return miss(.tooLong, row, bytes) }
        if Self.isComment(bytes) { return facts.tally.addComment(bytes) }
        let wanted = mapping.columns.count
        let parting = separator ?? TableLayout.likelySeparator(of: bytes, columns: wanted)
        fields.read(bytes, parting, atMost: wanted)
        if isAtBeginning {
            isAtBeginning = false
            if layout.hasHeader ?? hasNoNumber {
                facts.header = (0..<fields.count).map { fields.text($0) }
                facts.head = TableHead(facts.header, parting)
                return facts.tally.addHeader(bytes)
            }
        }
        facts.head?.take(bytes)
        // Only the separator found above counts, not other ones within the fields.
        guard fields.count == wanted else {
            let line = fields.line
            let isText = reader.read(line.span) != .fault(.notText)
            return miss(isText ? .columns : .notText, row, bytes)
        }
        let dated = timePlace.flatMap { place in
            fields.isNumber(place) ? nil : dates.read(fields.bytes(place))
        }
        if let dated, let timePlace {
            guard facts.takes(dated.form) else { return miss(.number, row, bytes, .another) }
            fields.clear(timePlace)
        } else if facts.hasTextTimes {
            return miss(.number, row, bytes, .another)
        }
        let line = fields.line
        switch reader.read(line.span) {
        case .reading:
            // The separator is fixed only now, because unrelated lines at the beginning may use another one.
            separator = parting
            takeReading(row, bytes, dated)
        case .comment: facts.tally.addComment(bytes)
        case .header where (0..<wanted).map { fields.text($0) } == facts.header:
            facts.tally.addHeader(bytes)
        // These are words where numbers belong, and not the column names again.
        case .header: miss(.number, row, bytes)
        case .fault(let fault): miss(fault, row, bytes)
        }
    }

    /// Whether the row has words, and no number in a column of numbers.
    private var hasNoNumber: Bool {
        var hasText = false
        for (place, column) in mapping.columns.enumerated() where column.meaning != .nothing {
            if fields.isNumber(place) { return false }
            if !fields.text(place).isEmpty { hasText = true }
        }
        return hasText
    }

    private static func isComment(_ row: Span<UInt8>) -> Bool {
        for index in row.indices where row[index] != .space && row[index] != .tab {
            return row[index] == .hash
        }
        return true
    }

    private mutating func miss(
        _ fault: LineFault,
        _ row: TableRows.Row,
        _ bytes: Span<UInt8>,
        _ wrongTime: TableFacts.WrongTime.Kind? = nil
    ) {
        facts.tally.add(fault, bytes)
        facts.unread += Int64(row.lines)
        if facts.firstFault == nil { facts.firstFault = self.fault(fault, row, bytes, wrongTime) }
        times.pass(Int64(row.lines), isCounted: mapping.hasCounter)
        unread += Int64(row.lines)
    }

    private func fault(
        _ fault: LineFault,
        _ row: TableRows.Row,
        _ bytes: Span<UInt8>,
        _ wrongTime: TableFacts.WrongTime.Kind?
    ) -> TableFacts.Fault {
        let kind: LineMisfit.Kind =
            switch fault {
            case .tooLong: .unread(fault)
            case .columns: .columns(found: fields.count, wanted: mapping.columns.count)
            default: reader.misfit(fault, fields.line.span)
            }
        var found = TableFacts.Fault(
            line: row.line,
            misfit: LineMisfit(kind, lines: 1, example: LineTally.shown(bytes))
        )
        guard let timePlace else { return found }
        var wrongTime = wrongTime
        if case .field(timePlace + 1, _, _) = kind, wrongTime == nil {
            wrongTime = fields.isNumber(timePlace) ? .tooFar : .noTime
        }
        found.time = wrongTime.map { kind in
            TableFacts.WrongTime(
                kind: kind,
                column: timePlace + 1,
                word: mapping.columns[timePlace].word,
                text: fields.text(timePlace)
            )
        }
        return found
    }

    // MARK: Readings

    private mutating func takeReading(
        _ row: TableRows.Row,
        _ bytes: Span<UInt8>,
        _ dated: (nanoseconds: Int64, form: TableDate.Form)?
    ) {
        var reading = reader.reading
        if let dated {
            reading.time = dated.nanoseconds
        }
        if mapping.hasTime {
            guard TableTimes.isInReach(reading.time) else {
                return miss(.number, row, bytes, .tooFar)
            }
        } else if !times.isInReach(count: mapping.hasCounter ? reading.count : nil) {
            return miss(.number, row, bytes)
        }
        if let dated, facts.readings == 0 {
            facts.form = dated.form
            if dated.form == .timeOfDay { times.takeTimesOfDay() }
        }
        facts.readings += 1
        // The times of dates are exact in any unit.
        if dated == nil { unitOfTime?.add(reading.time) }
        for index in doubts.indices { doubts[index].add(reading) }
        for index in doubts.indices {
            if let note = doubts[index].takeNote() { facts.doubts.append(note) }
        }
        held.append(HeldRow(reading: reading, line: row.line, unread: unread))
        unread = 0
        if !mapping.hasTime || held.count == 3 { placeFirstHeld() }
    }

    /// Sets the time of the first waiting reading, and adds its samples to `ready`, after a gap if rows are missing.
    private mutating func placeFirstHeld() {
        let row = held.removeFirst()
        let before = times.newest
        let count = mapping.hasCounter ? row.reading.count : nil
        var lost: Int64 = 0
        if let count {
            lost = times.lost(ahead: count)
            facts.tally.lost = facts.tally.lost.addingClamped(lost)
            if let last = times.fall(to: count) { facts.add(fallFrom: last, to: count, row.line) }
        }
        let instant = instant(of: row, count)
        if instant.isBehind, facts.firstBehind == nil { facts.firstBehind = row.line }
        var isEstimated = false
        if count == nil {
            let next = held.first.map { $0.reading.time &- row.reading.time }
            lost = max(row.unread, times.missing(ahead: instant, next: next))
            isEstimated = lost > 0
        } else if before == nil, row.unread > 0 {
            // Before the first count, nothing shows how many of these rows the counter has counted.
            (lost, isEstimated) = (row.unread, true)
        }
        if lost > 0 {
            let first = mapping.hasTime ? instant.nanoseconds : 0
            let start = before.map { $0 &+ (instant.nanoseconds &- $0) / lost.addingClamped(1) }
            addGaps(lost, isEstimated: isEstimated, at: start ?? first)
        }
        addSamples(row.reading, at: instant)
    }

    private mutating func instant(of row: HeldRow, _ count: Int64?) -> TableTimes.Instant {
        guard mapping.hasTime else { return times.take(count: count) }
        if let count { times.takeCount(count) }
        let own = row.reading.time
        guard held.count > 1 else { return times.take(own: own) }
        let (next, second) = (held[0].reading.time, held[1].reading.time)
        if times.isStray(own, before: next, second) { return times.takeStray(before: next) }
        guard times.isSetBack(own, before: next, second) else { return times.take(own: own) }
        facts.firstSetBack = facts.firstSetBack ?? row.line
        return times.takeSetBack(own, before: next)
    }

    private mutating func addSamples(_ reading: LineReading, at instant: TableTimes.Instant) {
        let time = BootInstant(nanoseconds: instant.nanoseconds)
        for channel in mapping.kinds.indices where reading.parts(of: channel) != 0 {
            var sample = reading.sample(of: channel, at: time)
            if instant.isBehind || instant.isShifted { sample.isEstimated = true }
            ready.append(sample)
            facts.samples += 1
        }
    }

    private mutating func addGaps(_ lost: Int64, isEstimated: Bool, at time: Int64) {
        for channel in mapping.kinds.indices {
            ready.append(
                .gap(
                    channel: channel,
                    at: BootInstant(nanoseconds: time),
                    lost: lost,
                    reason: .source,
                    isEstimated: isEstimated
                )
            )
        }
    }
}
