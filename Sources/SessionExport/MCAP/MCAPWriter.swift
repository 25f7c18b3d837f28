// Writes an MCAP file sequentially, in the memory of one chunk. Messages are collected in chunks with indexes; a
// summary at the end states the positions of all parts, so that readers find an instant without reading the whole file.

/// Writes an MCAP file in pieces.
struct MCAPWriter {
    /// Receives the next bytes of the file.
    private let write: ([UInt8]) throws -> Void
    private var position: UInt64 = 0
    /// The checksum of all bytes so far.
    private var sum = CRC32()
    private var chunk = MCAPChunk()
    private var schemas: [[UInt8]] = []
    private var channels: [[UInt8]] = []
    private var chunkIndexes: [[UInt8]] = []
    private var attachmentIndexes: [[UInt8]] = []
    private var metadataIndexes: [[UInt8]] = []
    /// The number of messages of each channel.
    private var counts: [UInt64] = []
    private var times: ClosedRange<UInt64>?

    /// The size at which a chunk is written.
    static let chunkBytes = 1 << 20

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - library: The name of the writing program.
    ///   - write: Receives the next bytes of the file.
    /// - Throws: What `write` throws.
    init(library: String, to write: @escaping ([UInt8]) throws -> Void) throws {
        self.write = write
        var bytes = mcapMagic
        bytes.append(.header) {
            $0.append(mcap: "")
            $0.append(mcap: library)
        }
        try put(bytes)
    }

    private mutating func put(_ bytes: [UInt8]) throws {
        try write(bytes)
        sum.add(bytes)
        position += UInt64(bytes.count)
    }

    /// True if MCAP has no number left for another channel and its schema.
    var isFull: Bool { channels.count >= Int(UInt16.max) }

    /// Adds a channel of JSON messages, which a JSON Schema describes.
    ///
    /// - Returns: Its number.
    mutating func addChannel(
        _ topic: String,
        schema: [UInt8],
        about pairs: [MCAPPair]
    ) throws -> Int {
        let number = channels.count
        var description: [UInt8] = []
        description.append(.schema) {
            $0.append(little: UInt16(number + 1))
            $0.append(mcap: String(topic.drop { $0 == "/" }))
            $0.append(mcap: "jsonschema")
            $0.append(mcap: schema)
        }
        var channel: [UInt8] = []
        channel.append(.channel) {
            $0.append(little: UInt16(number))
            $0.append(little: UInt16(number + 1))
            $0.append(mcap: topic)
            $0.append(mcap: "json")
            $0.append(mcap: pairs)
        }
        try put(description + channel)
        schemas.append(description)
        channels.append(channel)
        counts.append(0)
        chunk.addChannel()
        return number
    }

    /// Adds a message.
    ///
    /// - Parameters:
    ///   - channel: The number of its channel.
    ///   - time: Its time in nanoseconds since 1970 began.
    ///   - fill: Appends its content.
    /// - Throws: What `write` throws.
    mutating func addMessage(
        on channel: Int,
        at time: UInt64,
        _ fill: (inout [UInt8]) -> Void
    ) throws {
        chunk.add(channel, UInt32(truncatingIfNeeded: counts[channel]), at: time, fill)
        counts[channel] += 1
        if chunk.count >= Self.chunkBytes { try putChunk() }
    }

    private mutating func putChunk() throws {
        guard let span = chunk.times else { return }
        times = times.map {
            min($0.lowerBound, span.lowerBound)...max($0.upperBound, span.upperBound)
        }
        times = times ?? span
        let start = position
        try put(chunk.opening(span))
        try put(chunk.records)
        let length = position - start
        let (indexes, offsets) = chunk.indexes(at: position)
        let size = UInt64(chunk.count)
        try put(indexes)
        var index: [UInt8] = []
        index.append(.chunkIndex) {
            $0.append(little: span.lowerBound)
            $0.append(little: span.upperBound)
            $0.append(little: start)
            $0.append(little: length)
            $0.append(mcap: offsets)
            $0.append(little: UInt64(indexes.count))
            $0.append(mcap: MCAPChunk.compression)
            $0.append(little: size)
            $0.append(little: size)
        }
        chunkIndexes.append(index)
        chunk.removeAll()
    }

    /// Adds an attachment.
    mutating func attach(
        _ name: String,
        mediaType: String,
        at time: UInt64,
        _ data: [UInt8]
    ) throws {
        try putChunk()
        var content: [UInt8] = []
        content.append(little: time)
        content.append(little: time)
        content.append(mcap: name)
        content.append(mcap: mediaType)
        content.append(little: UInt64(data.count))
        content += data
        content.append(little: CRC32.of(content))
        var record: [UInt8] = []
        record.append(.attachment) { $0 += content }
        var index: [UInt8] = []
        index.append(.attachmentIndex) {
            $0.append(little: position)
            $0.append(little: UInt64(record.count))
            $0.append(little: time)
            $0.append(little: time)
            $0.append(little: UInt64(data.count))
            $0.append(mcap: name)
            $0.append(mcap: mediaType)
        }
        attachmentIndexes.append(index)
        try put(record)
    }

    /// Adds metadata about the whole file.
    mutating func describe(_ name: String, _ pairs: [MCAPPair]) throws {
        try putChunk()
        var record: [UInt8] = []
        record.append(.metadata) {
            $0.append(mcap: name)
            $0.append(mcap: pairs)
        }
        var index: [UInt8] = []
        index.append(.metadataIndex) {
            $0.append(little: position)
            $0.append(little: UInt64(record.count))
            $0.append(mcap: name)
        }
        metadataIndexes.append(index)
        try put(record)
    }

    /// Ends the file with its summary.
    mutating func finish() throws {
        try putChunk()
        var end: [UInt8] = []
        end.append(.dataEnd) { $0.append(little: sum.value) }
        try put(end)
        let start = position
        var summary: [UInt8] = []
        var offsets: [UInt8] = []
        let groups: [(MCAPOpcode, [[UInt8]])] = [
            (.schema, schemas), (.channel, channels), (.statistics, [statistics]),
            (.chunkIndex, chunkIndexes), (.attachmentIndex, attachmentIndexes),
            (.metadataIndex, metadataIndexes),
        ]
        for (opcode, records) in groups where !records.isEmpty {
            let place = summary.count
            for record in records { summary += record }
            offsets.append(.summaryOffset) {
                $0.append(opcode.rawValue)
                $0.append(little: start + UInt64(place))
                $0.append(little: UInt64(summary.count - place))
            }
        }
        let offsetsStart = start + UInt64(summary.count)
        summary += offsets
        summary.append(.footer) {
            $0.append(little: start)
            $0.append(little: offsetsStart)
            // A placeholder for the checksum: the checksum covers the record's length, which must include these four
            // bytes.
            $0.append(little: UInt32(0))
        }
        summary.removeLast(4)
        summary.append(little: CRC32.of(summary))
        try put(summary + mcapMagic)
    }

    private var statistics: [UInt8] {
        var record: [UInt8] = []
        record.append(.statistics) {
            $0.append(little: counts.reduce(0, +))
            $0.append(little: UInt16(schemas.count))
            $0.append(little: UInt32(channels.count))
            $0.append(little: UInt32(attachmentIndexes.count))
            $0.append(little: UInt32(metadataIndexes.count))
            $0.append(little: UInt32(chunkIndexes.count))
            $0.append(little: times?.lowerBound ?? 0)
            $0.append(little: times?.upperBound ?? 0)
            var all: [UInt8] = []
            for (channel, count) in counts.enumerated() {
                all.append(little: UInt16(channel))
                all.append(little: count)
            }
            $0.append(mcap: all)
        }
        return record
    }
}
