// A chunk of an MCAP file: messages that are read together, with the range of their times and an index of their
// positions.

/// Collects messages before they are written.
struct MCAPChunk: Sendable {
    /// No compression: Footfall uses none of the libraries that MCAP specifies, and any archiver compresses JSON.
    static let compression = ""

    /// The encoded messages.
    private(set) var records: [UInt8] = []
    /// The times of the earliest and the latest message; `nil` without a message.
    private(set) var times: ClosedRange<UInt64>?
    /// For each channel, the time and position of each message.
    private var places: [[Place]] = []

    private struct Place: Sendable {
        var time: UInt64
        var offset: UInt64
    }

    /// The number of uncompressed bytes.
    var count: Int { records.count }

    mutating func addChannel() { places.append([]) }

    mutating func add(
        _ channel: Int,
        _ sequence: UInt32,
        at time: UInt64,
        _ fill: (inout [UInt8]) -> Void
    ) {
        places[channel].append(Place(time: time, offset: UInt64(records.count)))
        records.append(.message) {
            $0.append(little: UInt16(channel))
            $0.append(little: sequence)
            $0.append(little: time)
            $0.append(little: time)
            fill(&$0)
        }
        let span = times ?? time...time
        times = min(span.lowerBound, time)...max(span.upperBound, time)
    }

    /// The chunk's header in the file.
    func opening(_ span: ClosedRange<UInt64>) -> [UInt8] {
        var content: [UInt8] = []
        content.append(little: span.lowerBound)
        content.append(little: span.upperBound)
        content.append(little: UInt64(records.count))
        content.append(little: CRC32.of(records))
        content.append(mcap: Self.compression)
        content.append(little: UInt64(records.count))
        var opening = [MCAPOpcode.chunk.rawValue]
        opening.append(little: UInt64(content.count + records.count))
        return opening + content
    }

    /// The message indexes of its channels, and a map of their positions.
    ///
    /// - Parameter position: The position of the first index in the file.
    /// - Returns: The encoded indexes, and the entries of the map.
    func indexes(at position: UInt64) -> (records: [UInt8], offsets: [UInt8]) {
        var records: [UInt8] = []
        var offsets: [UInt8] = []
        for (channel, places) in places.enumerated() where !places.isEmpty {
            offsets.append(little: UInt16(channel))
            offsets.append(little: position + UInt64(records.count))
            records.append(.messageIndex) {
                $0.append(little: UInt16(channel))
                $0.append(little: UInt32(places.count * 16))
                for place in places {
                    $0.append(little: place.time)
                    $0.append(little: place.offset)
                }
            }
        }
        return (records, offsets)
    }

    /// Removes all messages, but keeps the memory.
    mutating func removeAll() {
        records.removeAll(keepingCapacity: true)
        for channel in places.indices { places[channel].removeAll(keepingCapacity: true) }
        times = nil
    }
}
