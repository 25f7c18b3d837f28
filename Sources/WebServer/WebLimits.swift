// Limits for one client and for all together: slow or greedy clients must leave room for those that do a task.

internal import SystemCalls

/// The limits of a server.
public struct WebLimits: Sendable, Hashable {
    /// The greatest number of connections.
    public var connections = 320
    /// The greatest number of connections of one address.
    public var connectionsOfOne = 64
    /// How many seconds the headers of a connection's first request may take to arrive.
    ///
    /// A body may take as many, and one more for each 64 KiB of its allowed length.
    public var secondsToAsk = 5
    /// How many seconds after an answer the next request's headers must have arrived, and how long a connection may be
    /// silent, or accept nothing of an answer.
    public var secondsOfSilence = 20
    /// The greatest size of a request's headers.
    public var headBytes = 16 << 10

    public init() {}
}

extension WebLimits {
    func write(into writer: inout MessageWriter) {
        for number in [connections, connectionsOfOne, secondsToAsk, secondsOfSilence, headBytes] {
            writer.add(UInt64(number))
        }
    }

    init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
        self.init()
        connections = Int(clamping: try reader.number())
        connectionsOfOne = Int(clamping: try reader.number())
        secondsToAsk = Int(clamping: try reader.number())
        secondsOfSilence = Int(clamping: try reader.number())
        headBytes = Int(clamping: try reader.number())
    }
}
