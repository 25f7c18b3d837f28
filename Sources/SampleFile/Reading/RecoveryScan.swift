// Scans a file without trusting anything in it, past every damage. Examining and repairing use the same scan;
// repairing also copies the whole records.

/// Receives the whole records that a scan finds.
protocol RecordKeeping: ~Copyable {
    /// Called at the beginning; `opening` is the first line if that is whole.
    mutating func begin(_ layout: SampleFileLayout?, opening: [UInt8]?) throws(SampleFileError)
    /// Called when the scan's store holds whole records.
    mutating func keep(_ scan: borrowing RecordScan) throws(SampleFileError)
}

/// Ignores all records.
struct NoRecordKeeping: RecordKeeping {
    func begin(_ layout: SampleFileLayout?, opening: [UInt8]?) {}
    func keep(_ scan: borrowing RecordScan) {}
}

/// Receives whole records in batches.
package protocol BatchTaking {
    /// Receives the next batch, which must not be used after the call.
    mutating func take(_ batch: RecordBatch)
}

/// Passes whole records on to a batch receiver.
struct BatchKeeping<Taker: BatchTaking>: RecordKeeping {
    private(set) var taker: Taker
    private var records = 0

    init(_ taker: Taker) { self.taker = taker }

    func begin(_ layout: SampleFileLayout?, opening: [UInt8]?) {}

    mutating func keep(_ scan: borrowing RecordScan) {
        taker.take(
            RecordBatch(
                count: scan.rows,
                firstRecord: records + 1,
                store: scan.store,
                base: scan.base
            )
        )
        records += scan.rows
    }
}

struct RecoveryScan: ~Copyable {
    private var scan: RecordScan
    private let schema: RecordSchema
    private let assumed: SampleFileLayout?
    private var condition = SampleFileCondition()
    private var isClosed = false
    /// The offset from which, as far as known, only torn bytes follow.
    private var tail: Int64 = 0

    init(_ scan: consuming RecordScan, schema: RecordSchema, assuming layout: SampleFileLayout?) {
        self.scan = scan
        self.schema = schema
        assumed = layout
    }

    /// Scans the whole file once.
    consuming func walk<Keeper: RecordKeeping & ~Copyable>(
        _ keeper: inout Keeper
    ) throws(SampleFileError) -> SampleFileCondition {
        // The text length of a compressed file is known only at its end.
        if !scan.isCompressed { condition.fileBytes = try scan.size() }
        guard try readOpening(&keeper) else {
            if scan.isCompressed { condition.fileBytes = try scan.size() }
            condition.tornBytes = condition.fileBytes
            noteFrames()
            return condition
        }
        var goesOn = true
        while goesOn {
            switch try scan.next() {
            case .rows:
                try keeper.keep(scan)
                condition.intactRecords += scan.rows
                let end = scan.base + Int64(scan.extent(scan.rows - 1).upperBound)
                condition.intactBytes = end + (scan.isCSV ? 1 : 0)
                tail = condition.intactBytes
            case .problem(let problem):
                goesOn = try pass(problem)
            case .footer:
                goesOn = try readFooter()
            case .end:
                goesOn = false
            }
        }
        return try conclude()
    }

    private mutating func readOpening<Keeper: RecordKeeping & ~Copyable>(
        _ keeper: inout Keeper
    ) throws(SampleFileError) -> Bool {
        let hasHeader = assumed != .csv(header: false)
        switch try scan.readOpening(schema, csvHeader: hasHeader) {
        case .whole(let layout):
            condition.layout = layout
            let opening = scan.store.copy(0..<Int(scan.position - scan.base))
            try keeper.begin(layout, opening: opening)
        case .torn(let layout):
            condition.layout = assumed ?? layout
            try keeper.begin(condition.layout, opening: nil)
            return false
        case .empty, .zeros:
            condition.layout = assumed
            try keeper.begin(assumed, opening: nil)
            return false
        case .foreign(let what):
            condition.lacksOpening = true
            let first = scan.store.copy(try scan.peekLine().range)
            if let layout = layout(ofRecord: first) {
                // Only the opening is missing: this line is a record like those that follow.
                note(0, 0, what)
                condition.layout = layout
                if layout.isCSV { _ = scan.openCSV(schema) }
                try keeper.begin(layout, opening: nil)
                return true
            }
            let (length, isWhole) = try scan.skipLine()
            guard isWhole else { throw .foreign(scan.path, at: 0, what) }
            note(0, length, what)
            let layout: SampleFileLayout
            if let assumed { layout = assumed } else { layout = try guessLayout(first) }
            condition.layout = layout
            if layout.isCSV { _ = scan.openCSV(schema) }
            try keeper.begin(layout, opening: nil)
        }
        tail = scan.position
        condition.intactBytes = condition.lacksOpening ? 0 : scan.position
        return true
    }

    /// Returns the layout if a line in the place of the opening is a whole record; otherwise `nil`.
    private func layout(ofRecord line: [UInt8]) -> SampleFileLayout? {
        let layout = assumed ?? .jsonArray
        // Readers accept unknown keys, so any JSON object would pass. So require the keys that each of our records has.
        let text = String(decoding: line, as: UTF8.self)
        let keys = schema.columns.prefix(schema.columnsInEveryRecord).map { "\"\($0.name)\":" }
        guard layout.isCSV || keys.allSatisfy({ text.contains($0) }) else { return nil }
        let alone = line.last == UInt8(ascii: ",") ? Array(line.dropLast()) : line
        let document =
            layout.isCSV
            ? line + Array("\n".utf8) : Array("[\n".utf8) + alone + Array("\n]\n".utf8)
        let condition = try? SampleFileRecovery.examine(
            document,
            as: scan.path,
            schema: schema,
            assuming: layout.isCSV ? .csv(header: false) : .jsonArray,
            limits: scan.limits
        )
        return condition?.isComplete == true && condition?.intactRecords == 1 ? layout : nil
    }

    /// Guesses the layout of a file with a damaged opening, from the rest of the opening and from the next line.
    private mutating func guessLayout(
        _ first: [UInt8]
    ) throws(SampleFileError) -> SampleFileLayout {
        let text = String(decoding: first.prefix(256), as: UTF8.self)
        if text.contains("startDate") || text.contains("items") {
            return .jsonDictionary(startDate: "")
        }
        let next = scan.store.copy(try scan.peekLine().range).first
        let isJSON = next == UInt8(ascii: "{") || next == UInt8(ascii: "]")
        return isJSON ? .jsonArray : .csv(header: true)
    }

    /// Skips a wrong line; returns `false` at the end of the file.
    private mutating func pass(_ problem: ScanProblem) throws(SampleFileError) -> Bool {
        if problem.why == .missingComma {
            note(problem.line, 0, problem.what(schema))
            scan.forgiveComma()
            return true
        }
        let (length, isWhole) = try scan.skipLine()
        tail = problem.line
        guard isWhole else { return false }
        note(problem.line, length, problem.what(schema))
        tail = scan.position
        return true
    }

    /// Checks whether the document ends here; returns `false` at the end of the file.
    private mutating func readFooter() throws(SampleFileError) -> Bool {
        let footer = scan.position
        switch try scan.readClosing(condition.layout?.closingBrackets ?? []) {
        case .complete:
            isClosed = !scan.endsWithComma
            return false
        case .torn:
            return false
        case .junk:
            scan.move(to: footer)
            let (length, isWhole) = try scan.skipLine()
            tail = footer
            guard isWhole else { return false }
            note(footer, length, "something stands after a closing bracket")
            tail = scan.position
            return true
        }
    }

    private mutating func note(_ offset: Int64, _ count: Int64, _ why: String) {
        condition.damagedLines += 1
        guard condition.damaged.count < scan.limits.describedDamage else { return }
        condition.damaged.append(.init(byteOffset: offset, byteCount: count, why: why))
    }

    /// Adds the damaged frames to the condition.
    private mutating func noteFrames() {
        let damage = scan.frameDamage.filter { !$0.isTorn }
        condition.damagedLines += scan.frameDamageCount
        if scan.frameDamage.contains(where: \.isTorn) {
            condition.damagedLines -= 1
            isClosed = false
        }
        condition.damaged = Array(
            (condition.damaged
                + damage.map {
                    .init(byteOffset: $0.textOffset, byteCount: $0.byteCount, why: $0.what)
                })
                .sorted { $0.byteOffset < $1.byteOffset }
                .prefix(scan.limits.describedDamage)
        )
    }

    private consuming func conclude() throws(SampleFileError) -> SampleFileCondition {
        if scan.isCompressed { condition.fileBytes = try scan.size() }
        noteFrames()
        if scan.isCSV { isClosed = tail == condition.fileBytes }
        if !isClosed { condition.tornBytes = condition.fileBytes - tail }
        condition.isComplete = isClosed && condition.damagedLines == 0
        if condition.lacksOpening, condition.intactRecords == 0 {
            throw .foreign(scan.path, at: 0, "it holds no record that can be read")
        }
        return condition
    }
}
