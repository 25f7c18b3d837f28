// Writes a ZIP file as a stream: no byte depends on a later one. So a board can send a folder of gigabytes
// without storing a second copy of it. Files and archives above four gigabytes are written as ZIP64.

/// Produces the bytes of a ZIP file, one file after the other.
///
/// Each call returns the bytes that come next.
public struct ZipWriter: ~Copyable {
    /// The modification time of a file as ZIP stores it: to two seconds, without a time zone.
    public struct Time: Sendable, Hashable {
        var date: UInt16
        var time: UInt16

        /// Takes years from 1980 to 2107; any other year becomes the start of 1980.
        public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
            guard (1980...2107).contains(year) else {
                (date, time) = (1 << 5 | 1, 0)
                return
            }
            date = UInt16((year - 1980) << 9 | (month & 15) << 5 | day & 31)
            time = UInt16((hour & 31) << 11 | (minute & 63) << 5 | (second / 2) & 31)
        }
    }

    private struct Entry {
        var name: [UInt8]
        var time: Time
        var offset: UInt64
        /// True if the sizes after its bytes have eight bytes each; its header has to say so.
        var isLarge: Bool
        var sum: UInt32 = 0
        var size: UInt64 = 0
        var packed: UInt64 = 0
    }

    private var entries: [Entry] = []
    private var open: Entry?
    private var deflater: Deflater?
    /// The number of bytes produced so far.
    private var offset: UInt64 = 0

    /// A file of at least this size gets ZIP64 sizes.
    ///
    /// It is less than `most`, because a file may grow while it is read, and compression may make it longer.
    private static let large: UInt64 = 0xF000_0000
    /// The value of a four-byte field whose number is in the ZIP64 fields instead.
    private static let most: UInt64 = 0xFFFF_FFFF
    private static let flags: UInt16 = 1 << 3 | 1 << 11  // sizes behind the bytes, names in UTF-8
    private static let deflated: UInt16 = 8

    public init() {}

    /// Starts as if `offset` bytes were already written: tests use this for sizes that no disk has room for.
    init(behind offset: UInt64) { self.offset = offset }

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - name: Its path in the ZIP file, of at most 65,535 bytes.
    ///   - size: Its size, as far as known.
    ///   - time: Its modification time.
    /// - Returns: The bytes that come next.
    public mutating func begin(_ name: String, ofSize size: Int64, _ time: Time) -> [UInt8] {
        precondition(open == nil, "a file is open")
        let name = Array(name.utf8.prefix(0xFFFF))
        let isLarge = UInt64(clamping: size) >= Self.large
        let entry = Entry(name: name, time: time, offset: offset, isLarge: isLarge)
        var head = ZipBytes()
        head.add(UInt32(0x0403_4B50))
        head.add(isLarge ? UInt16(45) : 20)
        head.add(Self.flags)
        head.add(Self.deflated)
        head.add(time.time)
        head.add(time.date)
        head.add(UInt32(0))
        head.add(isLarge ? UInt32.max : 0)
        head.add(isLarge ? UInt32.max : 0)
        head.add(UInt16(name.count))
        head.add(isLarge ? UInt16(20) : 0)
        head.bytes += name
        if isLarge {
            head.add(UInt16(1))
            head.add(UInt16(16))
            head.add(UInt64(0))
            head.add(UInt64(0))
        }
        open = entry
        deflater = Deflater()
        return count(head.bytes)
    }

    /// Adds bytes to the file.
    public mutating func add(_ bytes: [UInt8]) -> [UInt8] {
        guard open != nil, !bytes.isEmpty else { return [] }
        let sum = Deflater.sum(open?.sum ?? 0, of: bytes)
        open?.sum = sum
        open?.size += UInt64(bytes.count)
        return packed(bytes, isLast: false)
    }

    /// Ends the file.
    public mutating func endFile() -> [UInt8] {
        guard open != nil else { return [] }
        let rest = packed([], isLast: true)
        deflater = nil
        guard let entry = open else { return rest }
        open = nil
        entries.append(entry)
        var sizes = ZipBytes()
        sizes.add(UInt32(0x0807_4B50))
        sizes.add(entry.sum)
        if entry.isLarge {
            sizes.add(entry.packed)
            sizes.add(entry.size)
        } else {
            sizes.add(UInt32(truncatingIfNeeded: entry.packed))
            sizes.add(UInt32(truncatingIfNeeded: entry.size))
        }
        return rest + count(sizes.bytes)
    }

    /// Ends the ZIP file with its list of files.
    public mutating func finish() -> [UInt8] {
        var list = ZipBytes()
        let start = offset
        for entry in entries { list.add(Self.line(of: entry)) }
        let size = UInt64(list.bytes.count)
        let isLarge = entries.count >= 0xFFFF || start >= Self.most || size >= Self.most
        if isLarge {
            list.add(UInt32(0x0606_4B50))
            list.add(UInt64(44))
            list.add(UInt16(45))
            list.add(UInt16(45))
            list.add(UInt32(0))
            list.add(UInt32(0))
            list.add(UInt64(entries.count))
            list.add(UInt64(entries.count))
            list.add(size)
            list.add(start)
            list.add(UInt32(0x0706_4B50))
            list.add(UInt32(0))
            list.add(start + size)
            list.add(UInt32(1))
        }
        list.add(UInt32(0x0605_4B50))
        list.add(UInt16(0))
        list.add(UInt16(0))
        list.add(UInt16(clamping: entries.count))
        list.add(UInt16(clamping: entries.count))
        list.add(UInt32(clamping: size))
        list.add(UInt32(clamping: start))
        list.add(UInt16(0))
        return count(list.bytes)
    }

    private static func line(of entry: Entry) -> [UInt8] {
        var more = ZipBytes()
        for number in [entry.size, entry.packed, entry.offset] where number >= most {
            more.add(number)
        }
        let isLarge = entry.isLarge || !more.bytes.isEmpty
        var line = ZipBytes()
        line.add(UInt32(0x0201_4B50))
        line.add(UInt16(3 << 8 | 45))  // made on Unix
        line.add(isLarge ? UInt16(45) : 20)
        line.add(flags)
        line.add(deflated)
        line.add(entry.time.time)
        line.add(entry.time.date)
        line.add(entry.sum)
        line.add(UInt32(clamping: entry.packed))
        line.add(UInt32(clamping: entry.size))
        line.add(UInt16(entry.name.count))
        line.add(more.bytes.isEmpty ? UInt16(0) : UInt16(more.bytes.count + 4))
        line.add(UInt16(0))
        line.add(UInt16(0))
        line.add(UInt16(0))
        // The unpacked file is readable by its owner only, since it holds a participant's data.
        line.add(UInt32(0o100600) << 16)
        line.add(UInt32(clamping: entry.offset))
        line.bytes += entry.name
        if !more.bytes.isEmpty {
            line.add(UInt16(1))
            line.add(UInt16(more.bytes.count))
            line.bytes += more.bytes
        }
        return line.bytes
    }

    private mutating func packed(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
        let made = deflater?.take(bytes, isLast: isLast) ?? []
        open?.packed += UInt64(made.count)
        return count(made)
    }

    private mutating func count(_ bytes: [UInt8]) -> [UInt8] {
        offset += UInt64(bytes.count)
        return bytes
    }
}

/// Encodes numbers as ZIP does, little-endian.
struct ZipBytes {
    var bytes: [UInt8] = []

    mutating func add(_ number: some FixedWidthInteger) {
        var rest = number
        for _ in 0..<(number.bitWidth / 8) {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    mutating func add(_ more: [UInt8]) { bytes += more }
}
