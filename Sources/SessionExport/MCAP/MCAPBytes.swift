// The bytes of MCAP: how its numbers, texts, maps and records lie in a file, by the specification of MCAP, version 0.

/// What a record of an MCAP file is, by its first byte.
enum MCAPOpcode: UInt8, Sendable {
    case header = 1
    case footer, schema, channel, message, chunk, messageIndex, chunkIndex, attachment
    case attachmentIndex, statistics, metadata, metadataIndex, summaryOffset, dataEnd
}

/// The first eight bytes of a file, and its last.
let mcapMagic: [UInt8] = [0x89] + Array("MCAP0\r\n".utf8)

extension [UInt8] {
    /// Appends a number, its lowest byte first.
    mutating func append(little number: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
    }

    /// Appends a text behind its length.
    mutating func append(mcap text: String) { append(mcap: Array(text.utf8)) }

    /// Appends bytes behind their number.
    mutating func append(mcap bytes: [UInt8]) {
        append(little: UInt32(bytes.count))
        append(contentsOf: bytes)
    }

    /// Appends names with what they stand for, behind their length.
    mutating func append(mcap pairs: [MCAPPair]) {
        var entries: [UInt8] = []
        for pair in pairs {
            entries.append(mcap: pair.name)
            entries.append(mcap: pair.value)
        }
        append(mcap: entries)
    }

    /// Appends a record: what it is, its length, and what `fill` appends.
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

/// A name and what it stands for, in metadata.
struct MCAPPair: Sendable, Hashable {
    var name: String
    var value: String

    init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}
