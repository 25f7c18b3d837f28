// A ZIP file, made as it is sent: no part of it waits for a later one, so that a folder of gigabytes goes out of a
// board without a second copy of it. What is larger than four gigabytes is written as ZIP64.

/// Makes the bytes of a ZIP file, one file after the other.
///
/// Each call gives the bytes that come next.
public struct ZipWriter: ~Copyable {
    /// When a file was changed last, as ZIP has it: to two seconds, in whatever time zone.
    public struct Time: Sendable, Hashable {
        var date: UInt16
        var time: UInt16

        /// From 1980 to 2107; what is earlier is the first of these.
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
        /// Whether the sizes behind its bytes have eight bytes each, which its head has to say.
        var isLarge: Bool
        var sum: UInt32 = 0
        var size: UInt64 = 0
        var packed: UInt64 = 0
    }

    private var entries: [Entry] = []
    private var open: Entry?
    private var deflater: Deflater?
    /// How many bytes there are by now.
    private var offset: UInt64 = 0

    /// A file of this size, or which may grow to it while it is read, is written with large sizes.
    private static let large: UInt64 = 0xF000_0000
    private static let most: UInt64 = 0xFFFF_FFFF
    private static let flags: UInt16 = 1 << 3 | 1 << 11  // sizes behind the bytes, names in UTF-8
    private static let deflated: UInt16 = 8

    public init() {}

    /// A ZIP file of which so many bytes are there already, as those of its tests that no disk has room for.
    init(behind offset: UInt64) { self.offset = offset }

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - name: Its path in the ZIP file, of at most 65,535 bytes.
    ///   - size: How large it is, as far as is known.
    ///   - time: When it was changed last.
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

    /// More of the file.
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
        // Where it is unpacked, nobody else may read it: it is a participant's.
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

/// Numbers as ZIP writes them, the least byte first.
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
