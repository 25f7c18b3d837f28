// Walks a file in windows of whole lines, with the same memory for any file. Reader and recovery
// both drive it: they differ in what they do about a line that is wrong, not in what is wrong.

internal import CSampleFile
internal import SystemCalls

struct RecordScan: ~Copyable {
    /// What comes next in the file.
    enum Event {
        /// The store holds `rows` records.
        case rows
        /// The line at `position` is not a record.
        case problem(ScanProblem)
        /// The line at `position` begins with a closing bracket.
        case footer
        /// No line is left; from `position` to the end there are bytes that are no whole record.
        case end
    }

    /// What follows the last record.
    enum Closing {
        case complete
        /// The file ends within its footer.
        case torn
        /// Something else stands there.
        case junk(at: Int64)
    }

    let path: String
    let store: RecordStore
    let limits: ReadingLimits
    var isCSV = false
    /// How many records the store holds.
    private(set) var rows = 0
    /// Where in the file the store begins.
    private(set) var base: Int64 = 0
    /// Whether a comma stood after the last record.
    private(set) var endsWithComma = false
    /// Names of the header of CSV that are no columns.
    var strangersOfHeader: [String] = []
    private var supply: ByteSupply
    private let seen: SeenBytes?
    private var filled = 0
    private var cursor = 0
    private var pending: Event?

    /// The names by which the file says more than the columns.
    var strangers: [String] { strangersOfHeader + store.strangers }

    /// Where in the file the next line begins.
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
        // Of a compressed file, what is read here is not what lies there.
        self.seen = supply.frames == nil ? seen : nil
        self.supply = supply
    }

    /// Opens a file to be scanned.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - folder: Where it lies.
    ///   - schema: What its records are made of.
    ///   - limits: What bounds the memory.
    ///   - endingAtDamage: Whether a compressed file is read no further than to its first damaged frame.
    ///   - seen: Takes the bytes of the file as they lie.
    /// - Throws: When it cannot be read, or memory is short.
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
            throw SampleFileError(error, path: path)
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
            throw SampleFileError(error, path: path)
        }
        try self.init(supply, path: path, schema: schema, limits: limits)
    }

    /// Whether the document is compressed.
    var isCompressed: Bool { supply.frames != nil }

    /// What is wrong with the frames of a compressed document, as far as it was read.
    var frameDamage: [FrameDamage] { supply.frames?.damage ?? [] }

    /// How many places of it are damaged, more than are described.
    var frameDamageCount: Int { supply.frames?.damageCount ?? 0 }

    /// How many bytes the file has.
    func size() throws(SampleFileError) -> Int64 {
        do throws(SystemError) {
            return try supply.size()
        } catch {
            throw SampleFileError(error, path: path)
        }
    }

    /// Reads on to the next records, or to what is there instead.
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

    /// Reads the line that has no newline, the last of the file.
    private mutating func readTail() -> Event {
        // A row of CSV ends with its newline: what has none may lack digits.
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

    /// Goes on behind the line at `position`, however long it is.
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

    /// Goes on at the same line without asking for a comma before it.
    mutating func forgiveComma() {
        pending = nil
        store.forgetComma()
    }

    /// Goes on at another place in the file.
    mutating func move(to offset: Int64) {
        pending = nil
        base = offset
        cursor = 0
        filled = 0
    }

    /// Reads on to the end, which has to be the rest of the document.
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

    /// Whether all that is left is zero bytes, which a power cut leaves for what was not saved.
    mutating func isZeroToTheEnd() throws(SampleFileError) -> Bool {
        while true {
            if cursor == filled, try !fill() { return true }
            guard unsafe store.bytes[cursor] == 0 else { return false }
            cursor += 1
        }
    }

    /// The first line, as far as it fits, and whether it is whole.
    mutating func peekLine() throws(SampleFileError) -> (range: Range<Int>, isWhole: Bool) {
        while true {
            let length = store.firstLine(cursor..<filled)
            if length > 0 { return (cursor..<cursor + length - 1, true) }
            guard try fill() else { return (cursor..<filled, false) }
        }
    }

    /// Goes on behind `count` bytes that were peeked at.
    mutating func skip(_ count: Int) {
        precondition(count <= filled - cursor, "cannot skip what was not read")
        cursor += count
    }

    /// Where in the store a record lies.
    func extent(_ row: Int) -> Range<Int> {
        precondition(row >= 0 && row < rows, "no such row in the store")
        return unsafe Int(store.extents[2 * row])..<Int(store.extents[2 * row + 1])
    }

    /// Reads more of the file; `false` at its end, or when the store is full.
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
            throw SampleFileError(error, path: path)
        }
    }
}

extension UInt8 {
    var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
