// From the bytes of a file of columns to samples: rows, readings, times, and what is missing. It does no input and no
// output. A file goes through it twice: once to see whether it can be recorded at all, and once to be recorded.

internal import RecorderKinds
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// Makes samples of the bytes of a file.
struct TableTaker: Sendable {
    /// What there is to send, in order.
    private(set) var ready: [ValueSample] = []
    private(set) var facts = TableFacts()
    private(set) var times: TableTimes

    private let mapping: LineMapping
    private let rateInHertz: Double?
    private let layout: TableLayout
    private var rows: TableRows
    private var fields = TableFields()
    private var reader: LineReader
    private var separator: TableLayout.Separator?
    private var isAtBeginning = true
    /// Rows without a reading since the last one.
    private var unread: Int64 = 0
    /// Less is no pause, as of a device.
    private static let shortestGap = 100_000_000.0

    /// A taker that has seen nothing.
    ///
    /// - Parameters:
    ///   - mapping: What the columns are.
    ///   - layout: How the file is laid out, as far as somebody has said it.
    ///   - rateInHertz: How many rows there are in a second, where somebody has said it.
    init(_ mapping: LineMapping, _ layout: TableLayout, rateInHertz: Double?) {
        self.mapping = mapping
        self.layout = layout
        self.rateInHertz = rateInHertz
        separator = layout.separator
        rows = TableRows(skipping: layout.skippedLines)
        reader = LineReader(mapping)
        times = TableTimes(mapping, rateInHertz: rateInHertz)
    }

    /// Takes the next bytes.
    mutating func take(_ bytes: Span<UInt8>) {
        var rows = rows
        rows.take(bytes) { take($0, $1) }
        self.rows = rows
    }

    /// Takes that no more bytes come.
    mutating func finish() {
        var rows = rows
        rows.finish { take($0, $1) }
        self.rows = rows
        guard unread > 0, let newest = times.newest else { return }
        addGaps(unread, isEstimated: true, at: newest)
        unread = 0
    }

    /// Forgets what was sent.
    mutating func clear() { ready.removeAll(keepingCapacity: true) }

    // MARK: Rows

    private mutating func take(_ row: TableRows.Row, _ bytes: Span<UInt8>) {
        if row.isTooLong { return miss(.tooLong, row, bytes) }
        if Self.isComment(bytes) { return facts.tally.addComment(bytes) }
        let wanted = mapping.columns.count
        let parting = separator ?? TableLayout.likelySeparator(of: bytes, columns: wanted)
        separator = parting
        fields.read(bytes, parting, atMost: wanted)
        if isAtBeginning {
            isAtBeginning = false
            if layout.hasHeader ?? hasNoNumber {
                facts.header = (0..<fields.count).map { fields.text($0) }
                return facts.tally.addHeader(bytes)
            }
        }
        facts.rows += 1
        let line = fields.line
        switch reader.read(line.span) {
        case .reading: takeReading(row, bytes)
        case .comment: facts.tally.addComment(bytes)
        case .header: facts.tally.addHeader(bytes)
        case .fault(let fault): miss(fault, row, bytes)
        }
    }

    /// Whether the row has words, and no number where one belongs.
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

    private mutating func miss(_ fault: LineFault, _ row: TableRows.Row, _ bytes: Span<UInt8>) {
        facts.tally.add(fault, bytes)
        if facts.firstFault == nil {
            let kind =
                fault == .tooLong ? .unread(fault) : reader.misfit(fault, fields.line.span)
            facts.firstFault = TableFacts.Fault(
                line: row.line,
                misfit: LineMisfit(kind, lines: 1, example: LineTally.shown(bytes))
            )
        }
        times.pass(Int64(row.lines), isCounted: mapping.hasCounter)
        if facts.readings > 0 { unread += Int64(row.lines) }
    }

    // MARK: Readings

    private mutating func takeReading(_ row: TableRows.Row, _ bytes: Span<UInt8>) {
        let reading = reader.reading
        let before = times.newest
        let isCounted = mapping.hasCounter
        var lost = isCounted ? times.lost(ahead: reading.count) : 0
        guard let instant = times.take(reading, isCounted: isCounted) else {
            return miss(.number, row, bytes)
        }
        if isCounted, mapping.hasTime { times.takeCount(reading.count) }
        facts.readings += 1
        if instant.isBehind, facts.firstBehind == nil { facts.firstBehind = row.line }
        var isEstimated = false
        if isCounted {
            facts.tally.lost = facts.tally.lost.addingClamped(lost)
        } else {
            lost = max(unread, missingByTime(to: instant.nanoseconds, from: before))
            isEstimated = lost > 0
        }
        unread = 0
        if lost > 0, let before {
            let step = (instant.nanoseconds &- before) / lost.addingClamped(1)
            addGaps(lost, isEstimated: isEstimated, at: before &+ step)
        }
        let time = BootInstant(nanoseconds: instant.nanoseconds)
        for channel in mapping.kinds.indices where reading.parts(of: channel) != 0 {
            var sample = reading.sample(of: channel, at: time)
            if instant.isBehind { sample.isEstimated = true }
            ready.append(sample)
            facts.samples += 1
        }
    }

    /// How many rows are missing of a file that was to have so many a second, by its own time.
    private func missingByTime(to time: Int64, from before: Int64?) -> Int64 {
        guard mapping.hasTime, let rateInHertz, let before else { return 0 }
        let passed = Double(time &- before)
        let period = 1e9 / rateInHertz
        guard passed > Self.shortestGap, passed > 3 * period else { return 0 }
        return Int64(min(passed / period, 1e15).rounded()) - 1
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
