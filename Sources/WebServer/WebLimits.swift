// How much of it one visitor, or all, may have: whoever asks slowly, or much, or from many connections, must leave
// room for those who do a task.

internal import SystemCalls

/// What a server lets others do.
public struct WebLimits: Sendable, Hashable {
    /// How many connections there are at most.
    public var connections = 320
    /// How many of them one address has at most.
    public var connectionsOfOne = 64
    /// How long a request's head, or the whole of a body, may take to come.
    public var secondsToAsk = 5
    /// How long a connection may say nothing between two requests, or take nothing of an answer.
    public var secondsOfSilence = 20
    /// How long a request's head may be.
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
