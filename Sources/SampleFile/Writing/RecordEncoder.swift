// Turns records into bytes, and does nothing else: no file, no clock, no error but a refusal.
//
// This is the hot path. Room for a whole record's numbers and keys is made sure of when the record
// begins, and for a text when it comes, so that no byte is checked for by itself; the order of the
// columns is checked instead, because it bounds how many there can be.

internal import CSampleFile

/// Encodes records of one schema into one reused buffer.
@safe public struct RecordEncoder: ~Copyable {
    public let schema: RecordSchema
    public let layout: SampleFileLayout

    @usableFromInline var wholeRecords = 0
    @usableFromInline let fragments: KeyFragments
    /// The table of `fragments`, one step nearer.
    @usableFromInline let keys: UnsafePointer<KeyFragments.Fragment>
    @usableFromInline let isCSV: Bool
    @usableFromInline let columnCount: Int
    @usableFromInline var start: UnsafeMutablePointer<UInt8>
    /// Where the next byte goes.
    @usableFromInline var end: UnsafeMutablePointer<UInt8>
    /// Where the open record, or the next one, begins.
    @usableFromInline var recordStart: UnsafeMutablePointer<UInt8>
    /// Behind it there is still room for one record's numbers and keys, and a footer.
    @usableFromInline var limit: UnsafeMutablePointer<UInt8>
    /// The lowest column that may come next; above `columnCount` while no record is open.
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

    /// Opens a record; the one before must be ended.
    @inlinable
    public mutating func beginRecord() {
        precondition(nextColumn > columnCount, "a record was begun inside another one")
        if unsafe end > limit { grow(by: 0) }
        nextColumn = 0
        isRefused = false
        if !isCSV {
            // The brace goes where the first key writes its comma: endRecord puts it there.
            unsafe end[0] = UInt8(ascii: ",")
            unsafe end[1] = UInt8(ascii: "\n")
            unsafe end += 2
        }
    }

    /// Writes the shortest text that reads back as `value`; a value that is not finite refuses
    /// the record.
    @inlinable
    public mutating func number(_ column: Int, _ value: Double) {
        open(column)
        if value.isFinite {
            unsafe end += shortestText(of: value, at: end)
        } else {
            isRefused = true
        }
    }

    /// Writes nanoseconds as seconds, with the digits that `number` would give them.
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

    /// Closes the record; `false` when it was refused, and then nothing of it stays.
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

    /// The bytes in the buffer, the separator before each record included.
    @inlinable public var bufferedBytes: Int { unsafe recordStart - start }

    /// The whole records in the buffer.
    @inlinable public var bufferedRecords: Int { wholeRecords }
}

// MARK: - Taking the bytes

extension RecordEncoder {
    /// The buffered records as a document of their own.
    public func document() -> [UInt8] {
        let separator = separatorBytes(beforeFirst: true)
        let records = unsafe UnsafeBufferPointer(
            start: start + separator,
            count: bufferedBytes - separator
        )
        return unsafe layout.header(for: schema) + records + layout.footer
    }

    /// Forgets the buffered records, and keeps the memory.
    public mutating func removeAll() {
        precondition(nextColumn > columnCount, "records were taken while one was open")
        unsafe end = start
        unsafe recordStart = start
        wholeRecords = 0
    }

    /// The buffered records with the footer behind them, until the encoder is used again.
    mutating func recordsAndFooter(beforeFirst: Bool) -> UnsafeMutableRawBufferPointer {
        precondition(nextColumn > columnCount, "records were taken while one was open")
        unsafe copySixteens(from: footer.start, to: recordStart, count: footer.count)
        let separator = separatorBytes(beforeFirst: beforeFirst)
        return unsafe UnsafeMutableRawBufferPointer(
            start: start + separator,
            count: bufferedBytes - separator + footer.count
        )
    }

    /// The first record of a file has no separator before it.
    private func separatorBytes(beforeFirst: Bool) -> Int {
        beforeFirst && !isCSV && wholeRecords > 0 ? 2 : 0
    }
}

// MARK: - The parts of a value

extension RecordEncoder {
    /// Writes what stands before a value.
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

    /// Writes the commas up to a column of CSV; `nextColumn` is one past the last one written.
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

    /// Makes room for `count` bytes of text beside a record's numbers and keys.
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

// The C functions stay behind these, so that users of this module need not see them. They are no
// methods: for a call out of line, the compiler would copy the whole encoder each time.

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
