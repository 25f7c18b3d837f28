// The encoding of numbers, texts, maps and records in an MCAP file, by the MCAP specification, version 0.

/// The type of an MCAP record, in its first byte.
enum MCAPOpcode: UInt8, Sendable {
    case header = 1
    case footer, schema, channel, message, chunk, messageIndex, chunkIndex, attachment
    case attachmentIndex, statistics, metadata, metadataIndex, summaryOffset, dataEnd
}

/// The first eight bytes of a file, which are also its last.
let mcapMagic: [UInt8] = [0x89] + Array("MCAP0\r\n".utf8)

extension [UInt8] {
    /// Appends a number in little-endian order.
    mutating func append(little number: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
    }

    /// Appends a text after its length.
    mutating func append(mcap text: String) { append(mcap: Array(text.utf8)) }

    /// Appends bytes after their number.
    mutating func append(mcap bytes: [UInt8]) {
        append(little: UInt32(bytes.count))
        append(contentsOf: bytes)
    }

    /// Appends a map after its length in bytes.
    mutating func append(mcap pairs: [MCAPPair]) {
        var entries: [UInt8] = []
        for pair in pairs {
            entries.append(mcap: pair.name)
            entries.append(mcap: pair.value)
        }
        append(mcap: entries)
    }

    /// Appends a record: its type, its length, and what `fill` appends.
    mutating func append(_ opcode: MCAPOpcode, _ fill: (inout [UInt8]) -> Void) {
        append(opcode.rawValue)
        let place = count
        append(little: UInt64(0))
        let start = count
        fill(&self)
        var length = UInt64(count - start)
        for offset in 0..<8 {
            self[place + offset] = UInt8(truncatingIfNeeded: length)
            length >>= 8
        }
    }
}

/// A key and its value, in metadata.
struct MCAPPair: Sendable, Hashable {
    var name: String
    var value: String

    init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}
