// The container format of MCAP, checked by the tests' own reader: parts, checksums, time ranges and indexes.

import Testing

@testable import SessionExport

@Suite("An MCAP file")
struct MCAPWriterTests {
    /// The bytes that a writer has written.
    private final class Output {
        var bytes: [UInt8] = []
    }

    private func made(_ fill: (inout MCAPWriter) throws -> Void) throws -> MCAPDocument {
        let output = Output()
        var writer = try MCAPWriter(library: "test") { output.bytes += $0 }
        try fill(&writer)
        try writer.finish()
        return try MCAPDocument(output.bytes)
    }

    @Test("has the checksums of zlib's CRC-32")
    func sum() {
        #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(crc(Array("123456789".utf8)) == 0xCBF4_3926)
        var sum = CRC32()
        sum.add(Array("1234".utf8))
        sum.add(Array("56789".utf8))
        #expect(sum.value == 0xCBF4_3926)
    }

    @Test("has each message in its channel, with its sequence number and time")
    func messages() throws {
        let file = try made { writer in
            let first = try writer.addChannel("/a", schema: [1], about: [MCAPPair("k", "v")])
            let second = try writer.addChannel("/b", schema: [2], about: [])
            try writer.addMessage(on: first, at: 7) { $0 += [10] }
            try writer.addMessage(on: second, at: 8) { $0 += [11, 12] }
            try writer.addMessage(on: first, at: 9) { $0 += [13] }
        }
        #expect(file.messages.map { file.topic(of: $0) } == ["/a", "/b", "/a"])
        #expect(file.messages.map(\.sequence) == [0, 0, 1])
        #expect(file.messages.map(\.logTime) == [7, 8, 9])
        #expect(file.messages.map(\.publishTime) == [7, 8, 9])
        #expect(file.messages.map(\.data) == [[10], [11, 12], [13]])
        #expect(file.channels[0]?.metadata == ["k": "v"] && file.channels[0]?.encoding == "json")
        let schema = try #require(file.channels[1].flatMap { file.schemas[$0.schema] })
        #expect(schema.encoding == "jsonschema" && schema.data == [2] && schema.name == "b")
    }

    @Test("has the time range of each chunk, even if its messages are not in order of time")
    func spans() throws {
        let size = MCAPWriter.chunkBytes / 2
        let times: [UInt64] = [50, 20, 90, 70, 60, 10]
        let file = try made { writer in
            let channel = try writer.addChannel("/a", schema: [], about: [])
            for time in times {
                try writer.addMessage(on: channel, at: time) {
                    $0 += [UInt8](repeating: 1, count: size)
                }
            }
        }
        #expect(file.chunks.count == 3)
        #expect(
            file.chunks.map(\.start) == [20, 70, 10] && file.chunks.map(\.end) == [50, 90, 60]
        )
        var statistics = MCAPFields(try #require(file.contents(11).first))
        let count: UInt64 = try statistics.number()
        _ = try (statistics.number() as UInt16, statistics.number() as UInt32)
        _ = try (statistics.number() as UInt32, statistics.number() as UInt32)
        let chunks: UInt32 = try statistics.number()
        let (start, end): (UInt64, UInt64) = try (statistics.number(), statistics.number())
        #expect(count == 6 && chunks == 3 && start == 10 && end == 90)
    }

    @Test("has indexes that lead to every message")
    func indexes() throws {
        let file = try made { writer in
            let first = try writer.addChannel("/a", schema: [], about: [])
            _ = try writer.addChannel("/none", schema: [], about: [])
            let second = try writer.addChannel("/b", schema: [], about: [])
            for time in 0..<30_000 {
                try writer.addMessage(on: time.isMultiple(of: 3) ? second : first, at: UInt64(time))
                {
                    $0 += [UInt8](repeating: 1, count: 50)
                }
            }
        }
        #expect(file.chunks.count > 1)
        var found = 0
        for (chunk, content) in zip(file.chunks, file.contents(8)) {
            var index = MCAPFields(content)
            let (start, end): (UInt64, UInt64) = try (index.number(), index.number())
            #expect(start == chunk.start && end == chunk.end)
            let offset = try Int(index.number() as UInt64)
            let length = try Int(index.number() as UInt64)
            let record = try #require(file.records.first { $0.offset == offset })
            #expect(record.opcode == 6 && record.content.count + 9 == length)
            // After the times, the size, the checksum, the compression and the length.
            let inner = Array(record.content.dropFirst(8 + 8 + 8 + 4 + 4 + 8))
            var offsets = MCAPFields(try index.bytes())
            var indexes = 0
            while !offsets.rest.isEmpty {
                let channel: UInt16 = try offsets.number()
                let place = try Int(offsets.number() as UInt64)
                let messageIndex = try #require(file.records.first { $0.offset == place })
                indexes += messageIndex.content.count + 9
                var fields = MCAPFields(messageIndex.content)
                try #expect(messageIndex.opcode == 7 && fields.number() == channel)
                var entries = MCAPFields(try fields.bytes())
                // Checking the first and the last is enough: those between them are made in the same way.
                let count = entries.rest.count / 16
                for entry in [0, count - 1] {
                    entries = MCAPFields(Array(messageIndex.content.dropFirst(6 + 16 * entry)))
                    let (time, at): (UInt64, UInt64) = try (entries.number(), entries.number())
                    let record = try #require(
                        try MCAPDocument.records(inner, Int(at)..<Int(at) + 9 + 22 + 50).first
                    )
                    var message = MCAPFields(record.content)
                    try #expect(record.opcode == 5 && message.number() == channel)
                    _ = try message.number() as UInt32
                    try #expect(message.number() == time)
                }
                found += count
            }
            try #expect(index.number() == UInt64(indexes))
        }
        #expect(found == 30_000)
    }

    @Test("has attachments and metadata, each with an index that says where it is")
    func beside() throws {
        let file = try made { writer in
            _ = try writer.addChannel("/a", schema: [], about: [])
            try writer.attach("m.json", mediaType: "application/json", at: 5, [1, 2, 3])
            try writer.describe("task", [MCAPPair("identifier", "walk")])
        }
        let (attachment, metadata) = (
            try #require(file.records.first { $0.opcode == 9 }),
            try #require(file.records.first { $0.opcode == 12 })
        )
        #expect(attachment.content.dropLast(4).suffix(3) == [1, 2, 3])
        var fields = MCAPFields(metadata.content)
        try #expect(fields.text() == "task" && fields.pairs() == ["identifier": "walk"])
        for (opcode, record) in [(UInt8(10), attachment), (13, metadata)] {
            var index = MCAPFields(try #require(file.contents(opcode).first))
            try #expect(index.number() == UInt64(record.offset))
            try #expect(index.number() == UInt64(record.content.count + 9))
        }
    }

    @Test("repeats its schemas and channels in the summary, and says where each group begins")
    func summary() throws {
        let file = try made { writer in
            let channel = try writer.addChannel("/a", schema: [1], about: [])
            try writer.addMessage(on: channel, at: 1) { $0 += [1] }
        }
        let (schemas, channels) = (file.contents(3), file.contents(4))
        #expect(schemas.count == 2 && schemas[0] == schemas[1])
        #expect(channels.count == 2 && channels[0] == channels[1])
        let groups = try file.contents(14).map { content in
            var fields = MCAPFields(content)
            let opcode: UInt8 = try fields.number()
            let place = try Int(fields.number() as UInt64)
            #expect(file.records.first { $0.offset == place }?.opcode == opcode)
            return opcode
        }
        #expect(groups == [3, 4, 11, 8])
    }
}
