// Scans a file in windows of whole lines, with the same memory for any file. Reader and recovery both use it. They
// agree on which lines are wrong, and differ only in what they do about them.

internal import CSampleFile
internal import SystemCalls

struct RecordScan: ~Copyable {
    /// What the scan has found next.
    enum Event {
        /// The store holds `rows` records.
        case rows
        /// The line at `position` is not a record.
        case problem(ScanProblem)
        /// The line at `position` begins with a closing bracket.
        case footer
        /// No line is left; any bytes from `position` to the end are not a whole record.
        case end
    }

    /// What follows the last record.
    enum Closing {
        case complete
        /// The file ends within its footer.
        case torn
        /// Something other than a footer follows.
        case junk(at: Int64)
    }

    let path: String
    let store: RecordStore
    let limits: ReadingLimits
    var isCSV = false
    /// The number of records in the store.
    private(set) var rows = 0
    /// The offset in the file at which the store begins.
    private(set) var base: Int64 = 0
    /// Whether a comma followed the last record.
    private(set) var endsWithComma = false
    /// Names in the CSV header that are not columns of the schema.
    var strangersOfHeader: [String] = []
    private var supply: ByteSupply
    private let seen: SeenBytes?
    private var filled = 0
    private var cursor = 0
    private var pending: Event?

    /// Names with values in the file that are not columns of the schema.
    var strangers: [String] { strangersOfHeader + store.strangers }

    /// The offset in the file at which the next line begins.
    var position: Int64 { base + Int64(cursor) }

    private init(
        _ supply: consuming ByteSupply,
        path: String,
        schema: RecordSchema,
        limits: ReadingLimits,
        seeing seen: SeenBytes? = nil
    ) throws(SampleFileError) {
        guard let store = RecordStore(schema: schema, limits: limits) else {
            throw SampleFileError(
                path: path,
                what: "there is not enough memory to read it",
                remedy: "free some memory and try again"
            )
        }
        self.init(supply, path: path, store: store, limits: limits, seeing: seen)
    }

    private init(
        _ supply: consuming ByteSupply,
        path: String,
        store: RecordStore,
        limits: ReadingLimits,
        seeing seen: SeenBytes?
    ) {
        self.path = path
        self.store = store
        self.limits = limits
        // For a compressed file, this scan reads its text, so `FrameText` passes the stored bytes to `seen` instead.
        self.seen = supply.frames == nil ? seen : nil
        self.supply = supply
    }

    /// Opens a file for scanning.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - folder: The folder that contains it.
    ///   - schema: The columns of its records.
    ///   - limits: The sizes that bound the memory.
    ///   - endingAtDamage: Whether the text of a compressed file ends at its first damaged frame.
    ///   - seen: Receives the stored bytes of the file.
    /// - Throws: When the file cannot be read, or memory is short.
    init(
        opening name: String,
        in folder: OpenFolder,
        schema: RecordSchema,
        limits: ReadingLimits,
        endingAtDamage: Bool = false,
        seeing seen: SeenBytes? = nil
    ) throws(SampleFileError) {
        let path = folder.path(ofFile: name)
        let supply: ByteSupply
        do throws(SystemError) {
            supply = try .unpacking(
                .file(folder.open(name)),
                named: name,
                endingAtDamage: endingAtDamage,
                seeing: seen
            )
        } catch {
            throw SampleFileError(ofReading: error, path: path)
        }
        try self.init(supply, path: path, schema: schema, limits: limits, seeing: seen)
    }

    /// Scans a document that is in memory.
    init(
        reading bytes: [UInt8],
        as path: String,
        schema: RecordSchema,
        limits: ReadingLimits,
        endingAtDamage: Bool = false
    ) throws(SampleFileError) {
        let supply: ByteSupply
        do throws(SystemError) {
            supply = try .unpacking(.memory(bytes), endingAtDamage: endingAtDamage)
        } catch {
            throw SampleFileError(ofReading: error, path: path)
        }
        try self.init(supply, path: path, schema: schema, limits: limits)
    }

    /// Whether the document is compressed.
    var isCompressed: Bool { supply.frames != nil }

    /// The damage to the frames of a compressed document, in the part that was read.
    var frameDamage: [FrameDamage] { supply.frames?.damage ?? [] }

    /// How many places are damaged; `frameDamage` describes only the first ones.
    var frameDamageCount: Int { supply.frames?.damageCount ?? 0 }

    /// The number of bytes in the file.
    func size() throws(SampleFileError) -> Int64 {
        do throws(SystemError) {
            return try supply.size()
        } catch {
            throw SampleFileError(ofReading: error, path: path)
        }
    }

    /// Reads on to the next records, or to whatever else comes next.
    mutating func next() throws(SampleFileError) -> Event {
        rows = 0
        if let event = pending {
            pending = nil
            return event
        }
        while true {
            let length = store.wholeLines(cursor..<filled)
            if length > 0 {
                let lines = cursor..<cursor + length
                let outcome =
                    isCSV ? store.readCSV(lines) : store.readJSON(lines, isTail: false)
                if let event = settle(outcome) { return event }
            } else if try !fill() {
                return filled - cursor < store.capacity ? readTail() : .problem(tooLong)
            }
        }
    }

    /// Reads the last line of the file, which has no newline.
    private mutating func readTail() -> Event {
        // A row of CSV must end with a newline; without one, its last digits may be missing.
        guard filled > cursor, !isCSV else { return .end }
        let outcome = store.readJSON(cursor..<filled, isTail: true)
        rows = Int(outcome.rows)
        endsWithComma = outcome.comma
        cursor = Int(outcome.used)
        let isFooter = Int(outcome.stop) == footfall_stop_footer
        let event: Event = isFooter ? .footer : .end
        guard rows > 0 else { return event }
        pending = event
        return .rows
    }

    private mutating func settle(_ outcome: footfall_scan_outcome) -> Event? {
        rows = Int(outcome.rows)
        endsWithComma = outcome.comma
        cursor = Int(outcome.used)
        let event: Event?
        if let why = ScanProblem.Why(outcome) {
            event = .problem(
                ScanProblem(
                    why: why,
                    line: base + Int64(outcome.line),
                    lineBytes: Int(outcome.line_length),
                    place: base + Int64(outcome.place),
                    column: outcome.column < 0 ? nil : Int(outcome.column)
                )
            )
        } else {
            event = Int(outcome.stop) == footfall_stop_footer ? .footer : nil
        }
        guard rows > 0 else { return event }
        pending = event
        return .rows
    }

    private var tooLong: ScanProblem {
        ScanProblem(
            why: .tooLong,
            line: position,
            lineBytes: filled - cursor,
            place: position,
            column: nil
        )
    }

    /// Skips the line at `position`, however long it is.
    ///
    /// - Returns: The length of the line without its newline, and whether it had one.
    mutating func skipLine() throws(SampleFileError) -> (bytes: Int64, isWhole: Bool) {
        pending = nil
        store.forgetComma()
        var skipped: Int64 = 0
        while true {
            let length = store.firstLine(cursor..<filled)
            if length > 0 {
                cursor += length
                return (skipped + Int64(length) - 1, true)
            }
            skipped += Int64(filled - cursor)
            cursor = filled
            guard try fill() else { return (skipped, false) }
        }
    }

    /// Reads the same line again without requiring a comma before it.
    mutating func forgiveComma() {
        pending = nil
        store.forgetComma()
    }

    /// Continues at another offset in the file.
    mutating func move(to offset: Int64) {
        pending = nil
        base = offset
        cursor = 0
        filled = 0
    }

    /// Reads to the end of the file, which must be the given closing brackets.
    mutating func readClosing(_ brackets: [UInt8]) throws(SampleFileError) -> Closing {
        var expected = brackets[...]
        while true {
            if cursor == filled, try !fill() {
                return expected.isEmpty ? .complete : .torn
            }
            let byte = unsafe store.bytes[cursor]
            if byte == expected.first {
                expected.removeFirst()
            } else if !byte.isJSONSpace {
                return .junk(at: position)
            }
            cursor += 1
        }
    }

    /// Whether only zero bytes are left; after a power cut, they replace what was not saved.
    mutating func isZeroToTheEnd() throws(SampleFileError) -> Bool {
        while true {
            if cursor == filled, try !fill() { return true }
            guard unsafe store.bytes[cursor] == 0 else { return false }
            cursor += 1
        }
    }

    /// The first line, as far as it fits into the store, and whether it is whole.
    mutating func peekLine() throws(SampleFileError) -> (range: Range<Int>, isWhole: Bool) {
        while true {
            let length = store.firstLine(cursor..<filled)
            if length > 0 { return (cursor..<cursor + length - 1, true) }
            guard try fill() else { return (cursor..<filled, false) }
        }
    }

    /// Skips `count` bytes that `peekLine` has shown.
    mutating func skip(_ count: Int) {
        precondition(count <= filled - cursor, "cannot skip what was not read")
        cursor += count
    }

    /// The range of a record's bytes in the store.
    func extent(_ row: Int) -> Range<Int> {
        precondition(row >= 0 && row < rows, "no such row in the store")
        return unsafe Int(store.extents[2 * row])..<Int(store.extents[2 * row + 1])
    }

    /// Reads more of the file; returns `false` at its end, or when the store is full.
    private mutating func fill() throws(SampleFileError) -> Bool {
        if cursor > 0 {
            store.moveToFront(cursor..<filled)
            store.generation &+= 1
            base += Int64(cursor)
            filled -= cursor
            cursor = 0
        }
        let wanted = filled < limits.windowBytes ? limits.windowBytes : filled + limits.windowBytes
        let room = unsafe store.room(filled..<min(store.capacity, wanted))
        guard room.count > 0 else { return false }
        do throws(SystemError) {
            let offset = base + Int64(filled)
            let count = try unsafe supply.read(into: room, at: offset)
            unsafe seen?.take(UnsafeRawBufferPointer(rebasing: room[..<count]), at: offset)
            filled += count
            return count > 0
        } catch {
            throw SampleFileError(ofReading: error, path: path)
        }
    }
}

extension UInt8 {
    var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
