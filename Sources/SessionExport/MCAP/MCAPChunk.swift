// A chunk of an MCAP file: messages that are read together, with the span of their times and where each of them lies.

/// Messages that are gathered before they are written.
struct MCAPChunk: Sendable {
    /// None: the library for one that MCAP names is not among what Footfall needs, and JSON is packed by any archive.
    static let compression = ""

    /// The records of its messages.
    private(set) var records: [UInt8] = []
    /// From its earliest message to its latest; `nil` without one.
    private(set) var times: ClosedRange<UInt64>?
    /// For each channel, the time of each message and where its record begins.
    private var places: [[Place]] = []

    private struct Place: Sendable {
        var time: UInt64
        var offset: UInt64
    }

    /// Its bytes, before they are compressed.
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

    /// What stands ahead of its records in the file.
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

    /// The index of each channel that it has messages of, and a map of where each of them begins.
    ///
    /// - Parameter position: Where in the file the first index begins.
    /// - Returns: The indexes as they lie in the file, and the entries of the map.
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

    /// Forgets its messages, and keeps the memory.
    mutating func removeAll() {
        records.removeAll(keepingCapacity: true)
        for channel in places.indices { places[channel].removeAll(keepingCapacity: true) }
        times = nil
    }
}
