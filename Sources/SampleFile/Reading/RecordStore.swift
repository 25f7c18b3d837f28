// Owns the C++ scanner, and the memory of a batch's cells and texts. A batch keeps the store alive. The store's
// generation number shows a batch that it is no longer valid.

internal import CSampleFile

@safe @usableFromInline final class RecordStore {
    @usableFromInline let kinds: UnsafePointer<UInt8>
    @usableFromInline let values: UnsafePointer<UInt64>
    @usableFromInline let extents: UnsafePointer<UInt32>
    @usableFromInline let bytes: UnsafeMutablePointer<UInt8>
    @usableFromInline let columns: Int
    /// Grows whenever the cells change.
    @usableFromInline var generation = 0
    let capacity: Int
    private let scan: OpaquePointer

    /// Returns `nil` if memory is short.
    init?(schema: RecordSchema, limits: ReadingLimits) {
        columns = schema.columns.count
        capacity = limits.storeBytes
        guard
            let scan = unsafe footfall_scan_create(capacity, limits.lineBytes, columns)
        else { return nil }
        unsafe self.scan = scan
        unsafe bytes = footfall_scan_store(scan)
        unsafe kinds = footfall_scan_kinds(scan)
        unsafe values = footfall_scan_values(scan)
        unsafe extents = footfall_scan_extents(scan)
        for column in schema.columns {
            var name = column.name
            let named = name.withUTF8 { utf8 in
                unsafe footfall_scan_name_column(
                    scan,
                    utf8.baseAddress,
                    utf8.count,
                    column.kind.cell
                )
            }
            guard named else { return nil }
        }
    }

    deinit {
        unsafe footfall_scan_destroy(scan)
    }

    /// The part of the store that file bytes are read into.
    func room(_ range: Range<Int>) -> UnsafeMutableRawBufferPointer {
        precondition(range.lowerBound >= 0 && range.upperBound <= capacity, "outside of the store")
        return unsafe UnsafeMutableRawBufferPointer(
            start: bytes + range.lowerBound,
            count: range.count
        )
    }

    /// A copy of bytes of the store.
    func copy(_ range: Range<Int>) -> [UInt8] {
        unsafe Array(room(range))
    }

    /// Moves the bytes of `range` to the front of the store.
    func moveToFront(_ range: Range<Int>) {
        let source = unsafe room(range)
        unsafe room(0..<range.count).copyMemory(from: UnsafeRawBufferPointer(source))
    }

    func readJSON(_ range: Range<Int>, isTail: Bool) -> footfall_scan_outcome {
        generation &+= 1
        return unsafe footfall_scan_json(scan, range.lowerBound, range.count, isTail)
    }

    func readCSV(_ range: Range<Int>) -> footfall_scan_outcome {
        generation &+= 1
        return unsafe footfall_scan_csv(scan, range.lowerBound, range.count)
    }

    /// Keys with values in the records that are not columns of the schema; only the first if there are many.
    var strangers: [String] {
        unsafe (0..<footfall_scan_strangers(scan)).map { index in
            var length = 0
            let bytes = unsafe footfall_scan_stranger(scan, index, &length)
            let raw = unsafe UnsafeRawBufferPointer(start: bytes, count: length)
            return unsafe String(decoding: raw, as: UTF8.self)
        }
    }

    func forgetComma() {
        unsafe footfall_scan_forget_comma(scan)
    }

    /// Sets which column each field of a CSV line fills; -1 for none.
    func mapFields(_ columns: [Int32]) -> Bool {
        unsafe columns.withUnsafeBufferPointer { columns in
            guard let first = columns.baseAddress else { return false }
            return unsafe footfall_scan_map_fields(scan, first, columns.count)
        }
    }

    /// The start date, if the opening line is that of a dictionary.
    func startDate(ofOpening range: Range<Int>) -> String? {
        var text: UInt64 = 0
        guard unsafe footfall_scan_opening(scan, range.lowerBound, range.count, &text) else {
            return nil
        }
        let date = unsafe UnsafeBufferPointer(
            start: bytes + Int(UInt32(truncatingIfNeeded: text)),
            count: Int(text >> 32)
        )
        return unsafe String(decoding: date, as: UTF8.self)
    }

    func isUTF8(_ range: Range<Int>) -> Bool {
        unsafe footfall_scan_is_utf8(scan, range.lowerBound, range.count)
    }

    /// The length of the whole lines in a part of the store.
    func wholeLines(_ range: Range<Int>) -> Int {
        unsafe footfall_scan_whole_lines(scan, range.lowerBound, range.count)
    }

    /// The length of the first line in a part of the store, with its newline; 0 if there is no newline.
    func firstLine(_ range: Range<Int>) -> Int {
        unsafe footfall_scan_first_line(scan, range.lowerBound, range.count)
    }
}

extension RecordSchema.Column.Kind {
    /// The C++ scanner's code for the kind.
    var cell: UInt8 {
        switch self {
        case .number: UInt8(footfall_cell_number)
        case .integer: UInt8(footfall_cell_integer)
        case .text: UInt8(footfall_cell_text)
        case .boolean: UInt8(footfall_cell_boolean)
        case .json: UInt8(footfall_cell_json)
        }
    }
}
