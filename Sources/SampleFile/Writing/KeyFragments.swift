// The text before each value of a JSON record, prepared once in one block of memory.

/// The texts `,"uptime":` of a schema, each padded so that it can be copied in blocks of sixteen bytes.
@safe @usableFromInline final class KeyFragments {
    @safe @usableFromInline struct Fragment {
        @usableFromInline let start: UnsafePointer<UInt8>
        @usableFromInline let count: Int

        init(start: UnsafePointer<UInt8>, count: Int) {
            unsafe self.start = start
            self.count = count
        }
    }

    @usableFromInline let table: UnsafePointer<Fragment>
    @usableFromInline let yes = PreparedBytes(Array("true".utf8))
    @usableFromInline let no = PreparedBytes(Array("false".utf8))
    /// The most bytes that copying each fragment once can touch.
    let totalRoom: Int
    private let bytes: UnsafeMutablePointer<UInt8>

    init(_ schema: RecordSchema) {
        let texts = schema.columns.map {
            Array(",".utf8) + TextEscaping.json($0.name) + Array(":".utf8)
        }
        totalRoom = texts.map { ($0.count + 15) / 16 * 16 }.reduce(0, +)
        unsafe bytes = .allocate(capacity: totalRoom)
        unsafe bytes.initialize(repeating: 0, count: totalRoom)
        let table = UnsafeMutablePointer<Fragment>.allocate(capacity: texts.count)
        var place = unsafe bytes
        for (column, text) in texts.enumerated() {
            for (offset, byte) in text.enumerated() { unsafe place[offset] = byte }
            unsafe (table + column).initialize(
                to: Fragment(start: UnsafePointer(place), count: text.count)
            )
            unsafe place += (text.count + 15) / 16 * 16
        }
        unsafe self.table = UnsafePointer(table)
    }

    deinit {
        unsafe table.deallocate()
        unsafe bytes.deallocate()
    }
}
