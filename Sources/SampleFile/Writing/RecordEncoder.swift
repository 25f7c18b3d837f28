// Turns records into bytes, and does nothing else: no file, no clock, no error except that it can refuse a record.
//
// This is the hot path. The encoder ensures room for all numbers and keys of a record when the record begins, and
// room for a text when it writes the text. So it need not check each byte. It checks the order of the columns
// instead, which limits how many values a record can have.

internal import CSampleFile

/// Encodes records of one schema into one reused buffer.
@safe public struct RecordEncoder: ~Copyable {
    public let schema: RecordSchema
    public let layout: SampleFileLayout

    @usableFromInline var wholeRecords = 0
    @usableFromInline let fragments: KeyFragments
    /// The table of `fragments`, copied here to save one indirection.
    @usableFromInline let keys: UnsafePointer<KeyFragments.Fragment>
    @usableFromInline let isCSV: Bool
    @usableFromInline let columnCount: Int
    @usableFromInline var start: UnsafeMutablePointer<UInt8>
    /// Where the next byte goes.
    @usableFromInline var end: UnsafeMutablePointer<UInt8>
    /// Where the open record, or the next one, begins.
    @usableFromInline var recordStart: UnsafeMutablePointer<UInt8>
    /// Up to here there is still room for one record's numbers and keys, and a footer.
    @usableFromInline var limit: UnsafeMutablePointer<UInt8>
    /// The lowest column that may come next; greater than `columnCount` while no record is open.
    @usableFromInline var nextColumn: Int
    @usableFromInline var isRefused = false
    private var capacity: Int
    private let recordRoom: Int
    private let footer: PreparedBytes

    /// A buffer of `capacity` bytes, which grows if it is not emptied in time.
    public init(schema: RecordSchema, layout: SampleFileLayout, capacity: Int = 262_144) {
        self.schema = schema
        self.layout = layout
        isCSV = layout.isCSV
        columnCount = schema.columns.count
        fragments = KeyFragments(schema)
        unsafe keys = fragments.table
        footer = PreparedBytes(layout.footer)
        recordRoom = columnCount * Int(footfall_number_room) + fragments.totalRoom + 64
        self.capacity = max(capacity, 2 * recordRoom)
        unsafe start = .allocate(capacity: self.capacity)
        unsafe end = start
        unsafe recordStart = start
        unsafe limit = start + (self.capacity - recordRoom)
        nextColumn = columnCount + 1
    }

    deinit {
        unsafe start.deallocate()
    }

    /// Opens a record; the previous one must be ended.
    @inlinable
    public mutating func beginRecord() {
        precondition(nextColumn > columnCount, "a record was begun inside another one")
        if unsafe end > limit { grow(by: 0) }
        nextColumn = 0
        isRefused = false
        if !isCSV {
            // The first key writes a comma after these two bytes; `endRecord` replaces that comma by the brace.
            unsafe end[0] = UInt8(ascii: ",")
            unsafe end[1] = UInt8(ascii: "\n")
            unsafe end += 2
        }
    }

    /// Writes the shortest text that reads back as `value`.
    ///
    /// A value that is not finite makes the encoder refuse the record.
    @inlinable
    public mutating func number(_ column: Int, _ value: Double) {
        open(column)
        if value.isFinite {
            unsafe end += shortestText(of: value, at: end)
        } else {
            isRefused = true
        }
    }

    /// Writes nanoseconds as seconds, with the same digits as `number`.
    @inlinable
    public mutating func nanosecondsAsSeconds(_ column: Int, _ nanoseconds: Int64) {
        open(column)
        unsafe end += secondsText(of: nanoseconds, at: end)
    }

    @inlinable
    public mutating func integer(_ column: Int, _ value: Int64) {
        open(column)
        unsafe end += integerText(of: value, at: end)
    }

    @inlinable
    public mutating func text(_ column: Int, _ value: borrowing PreparedText) {
        open(column)
        append(isCSV ? value.csv : value.json)
    }

    @inlinable
    public mutating func boolean(_ column: Int, _ value: Bool) {
        open(column)
        append(value ? fragments.yes : fragments.no)
    }

    /// Ends the record; returns `false` and drops it if it was refused.
    @inlinable
    public mutating func endRecord() -> Bool {
        precondition(nextColumn <= columnCount, "a record was ended that was not begun")
        if isRefused {
            unsafe end = recordStart
            nextColumn = columnCount + 1
            return false
        }
        if isCSV {
            advance(to: columnCount - 1)
            unsafe end[0] = UInt8(ascii: "\n")
        } else {
            if nextColumn == 0 { unsafe end += 1 }
            unsafe recordStart[2] = UInt8(ascii: "{")
            unsafe end[0] = UInt8(ascii: "}")
        }
        unsafe end += 1
        unsafe recordStart = end
        nextColumn = columnCount + 1
        wholeRecords &+= 1
        return true
    }

    /// The number of buffered bytes, with the separator before each record.
    @inlinable public var bufferedBytes: Int { unsafe recordStart - start }

    /// The number of whole records in the buffer.
    @inlinable public var bufferedRecords: Int { wholeRecords }
}

// MARK: - Taking the bytes

extension RecordEncoder {
    /// The buffered records as a separate document.
    public func document() -> [UInt8] {
        let separator = separatorBytes(beforeFirst: true)
        let records = unsafe UnsafeBufferPointer(
            start: start + separator,
            count: bufferedBytes - separator
        )
        return unsafe layout.header(for: schema) + records + layout.footer
    }

    /// Drops the buffered records, and keeps the memory.
    public mutating func removeAll() {
        precondition(nextColumn > columnCount, "records were taken while one was open")
        unsafe end = start
        unsafe recordStart = start
        wholeRecords = 0
    }

    /// The buffered records followed by the footer; valid until the encoder is used again.
    mutating func recordsAndFooter(beforeFirst: Bool) -> UnsafeMutableRawBufferPointer {
        precondition(nextColumn > columnCount, "records were taken while one was open")
        unsafe copySixteens(from: footer.start, to: recordStart, count: footer.count)
        let separator = separatorBytes(beforeFirst: beforeFirst)
        return unsafe UnsafeMutableRawBufferPointer(
            start: start + separator,
            count: bufferedBytes - separator + footer.count
        )
    }

    /// How many separator bytes to leave out: a file's first record has no separator before it.
    private func separatorBytes(beforeFirst: Bool) -> Int {
        beforeFirst && !isCSV && wholeRecords > 0 ? 2 : 0
    }
}

// MARK: - The parts of a value

extension RecordEncoder {
    /// Writes the text before a value.
    @inlinable @inline(__always)
    mutating func open(_ column: Int) {
        precondition(
            column >= nextColumn && column < columnCount,
            "columns are written in ascending order, inside a record, and must be in the schema"
        )
        if isCSV {
            advance(to: column)
        } else {
            let fragment = unsafe keys[column]
            unsafe copySixteens(from: fragment.start, to: end, count: fragment.count)
            unsafe end += fragment.count
        }
        nextColumn = column &+ 1
    }

    /// Writes the commas up to a CSV column; `nextColumn` is one past the last column written.
    @inlinable @inline(__always)
    mutating func advance(to column: Int) {
        var commas = column &- max(nextColumn &- 1, 0)
        while commas > 0 {
            unsafe end[0] = UInt8(ascii: ",")
            unsafe end += 1
            commas &-= 1
        }
    }

    @inlinable @inline(__always)
    mutating func append(_ bytes: PreparedBytes) {
        if unsafe limit - end < bytes.count { grow(by: bytes.count) }
        unsafe copySixteens(from: bytes.start, to: end, count: bytes.count)
        unsafe end += bytes.count
    }

    /// Makes room for `count` bytes of text beyond a record's numbers and keys.
    @usableFromInline
    mutating func grow(by count: Int) {
        let used = unsafe end - start
        capacity = max(capacity * 2, used + count + recordRoom + 16)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        unsafe larger.update(from: start, count: used)
        unsafe recordStart = larger + (recordStart - start)
        unsafe start.deallocate()
        unsafe start = larger
        unsafe end = larger + used
        unsafe limit = larger + (capacity - recordRoom)
    }
}

// Wraps the C functions, so that users of this module need not see them. They are not methods: for a call that is
// not inlined, the compiler would copy the whole encoder each time.

@usableFromInline
func shortestText(of value: Double, at place: UnsafeMutablePointer<UInt8>) -> Int {
    unsafe footfall_write_double(place, value)
}

@usableFromInline
func secondsText(of nanoseconds: Int64, at place: UnsafeMutablePointer<UInt8>) -> Int {
    unsafe footfall_write_nanoseconds(place, nanoseconds)
}

@usableFromInline
func integerText(of value: Int64, at place: UnsafeMutablePointer<UInt8>) -> Int {
    unsafe footfall_write_integer(place, value)
}
