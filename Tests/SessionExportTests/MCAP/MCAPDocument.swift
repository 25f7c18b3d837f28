// Reads an MCAP file as its specification says, without the code that writes it, and checks every checksum in it.

import Foundation
import Testing

/// A parsed MCAP file.
struct MCAPDocument {
    struct Record {
        var opcode: UInt8
        var content: [UInt8]
        var offset: Int
    }

    struct Message {
        var channel: UInt16
        var sequence: UInt32
        var logTime: UInt64
        var publishTime: UInt64
        var data: [UInt8]
    }

    struct Channel {
        var schema: UInt16
        var topic: String
        var encoding: String
        var metadata: [String: String]
    }

    struct Schema {
        var name: String
        var encoding: String
        var data: [UInt8]
    }

    struct Chunk {
        var start: UInt64
        var end: UInt64
        var messages: [Message]
    }

    var records: [Record] = []
    var channels: [UInt16: Channel] = [:]
    var schemas: [UInt16: Schema] = [:]
    var chunks: [Chunk] = []
    var messages: [Message] { chunks.flatMap(\.messages) }

    static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]

    init(_ bytes: [UInt8]) throws {
        try #require(Array(bytes.prefix(8)) == Self.magic && Array(bytes.suffix(8)) == Self.magic)
        records = try Self.records(bytes, 8..<bytes.count - 8)
        for record in records { try take(record, of: bytes) }
        try checkSummary(bytes)
    }

    init(_ path: String) throws { try self.init(Array(Data(contentsOf: URL(filePath: path)))) }

    static func records(_ bytes: [UInt8], _ range: Range<Int>) throws -> [Record] {
        var records: [Record] = []
        var place = range.lowerBound
        while place < range.upperBound {
            var reader = MCAPFields(Array(bytes[place..<min(place + 9, range.upperBound)]))
            let opcode: UInt8 = try reader.number()
            let length = try Int(reader.number() as UInt64)
            try #require(place + 9 + length <= range.upperBound)
            let content = Array(bytes[place + 9..<place + 9 + length])
            records.append(Record(opcode: opcode, content: content, offset: place))
            place += 9 + length
        }
        return records
    }

    private mutating func take(_ record: Record, of bytes: [UInt8]) throws {
        var fields = MCAPFields(record.content)
        switch record.opcode {
        case 3:
            let number: UInt16 = try fields.number()
            schemas[number] = try Schema(
                name: fields.text(),
                encoding: fields.text(),
                data: fields.bytes()
            )
        case 4:
            let number: UInt16 = try fields.number()
            channels[number] = try Channel(
                schema: fields.number(),
                topic: fields.text(),
                encoding: fields.text(),
                metadata: fields.pairs()
            )
        case 6:
            let (start, end, size): (UInt64, UInt64, UInt64) = try (
                fields.number(), fields.number(), fields.number()
            )
            let sum: UInt32 = try fields.number()
            try #expect(fields.text().isEmpty)
            let length: UInt64 = try fields.number()
            let inner = fields.rest
            #expect(UInt64(inner.count) == size && size == length && crc(inner) == sum)
            let messages = try Self.records(inner, inner.indices).map { record in
                try #require(record.opcode == 5)
                var fields = MCAPFields(record.content)
                return try Message(
                    channel: fields.number(),
                    sequence: fields.number(),
                    logTime: fields.number(),
                    publishTime: fields.number(),
                    data: fields.rest
                )
            }
            chunks.append(Chunk(start: start, end: end, messages: messages))
        case 9:
            var sum = MCAPFields(Array(record.content.suffix(4)))
            try #expect(sum.number() == crc(Array(record.content.dropLast(4))))
        case 15:
            try #expect(fields.number() == crc(Array(bytes[..<record.offset])))
        default: break
        }
    }

    private func checkSummary(_ bytes: [UInt8]) throws {
        let footer = try #require(records.last)
        try #require(footer.opcode == 2)
        var fields = MCAPFields(footer.content)
        let start = try Int(fields.number() as UInt64)
        let offsets = try Int(fields.number() as UInt64)
        try #expect(fields.number() == crc(Array(bytes[start..<bytes.count - 12])))
        #expect(records.first { $0.offset == start }?.opcode == 3)
        #expect(records.first { $0.offset == offsets }?.opcode == 14)
    }

    func topic(of message: Message) -> String { channels[message.channel]?.topic ?? "" }

    func contents(_ opcode: UInt8) -> [[UInt8]] {
        records.filter { $0.opcode == opcode }.map(\.content)
    }
}

/// The fields of a record, one after another.
struct MCAPFields {
    private(set) var rest: [UInt8]

    init(_ content: [UInt8]) { rest = content }

    mutating func number<Number: FixedWidthInteger>() throws -> Number {
        let size = Number.bitWidth / 8
        try #require(rest.count >= size)
        defer { rest.removeFirst(size) }
        return rest.prefix(size).reversed().reduce(0) { $0 << 8 | Number($1) }
    }

    mutating func bytes() throws -> [UInt8] {
        let count = try Int(number() as UInt32)
        try #require(rest.count >= count)
        defer { rest.removeFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func text() throws -> String {
        let bytes = try bytes()
        return try #require(String(validating: bytes, as: UTF8.self))
    }

    mutating func pairs() throws -> [String: String] {
        var fields = try MCAPFields(bytes())
        var pairs: [String: String] = [:]
        while !fields.rest.isEmpty {
            let name = try fields.text()
            pairs[name] = try fields.text()
        }
        return pairs
    }
}

/// The CRC-32 of the specification, with a table that is not the writer's.
func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in
        sum >> 8 ^ crcTable[Int(UInt8(truncatingIfNeeded: sum) ^ byte)]
    }
}

private let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
}
