// gpsd's messages out of what was read: each is a line, a read ends anywhere, and what is no gpsd may never end one.

/// Splits what has come into messages.
struct MessageLines: Sendable {
    /// Longer than this is no message of gpsd's, whose own limit is 10240 bytes.
    static let longest = 16_384

    private var bytes: [UInt8] = []
    /// How much of it is given, and how much is looked through.
    private var given = 0
    private var looked = 0
    /// Whether what comes up to the next end is the rest of what was too long.
    private var isSkipping = false

    /// How much is kept of what has come.
    var kept: Int { bytes.count }

    /// Takes what has come.
    mutating func take(_ more: UnsafeRawBufferPointer) { unsafe bytes.append(contentsOf: more) }

    /// The next message, without its end and with a zero byte; `nil` where none is whole.
    ///
    /// One that was too long is empty.
    mutating func next() -> [UInt8]? {
        guard let end = bytes[looked...].firstIndex(of: UInt8(ascii: "\n")) else {
            keepRest()
            return nil
        }
        defer {
            (given, looked) = (end + 1, end + 1)
            isSkipping = false
        }
        return isSkipping || end - given > Self.longest ? [0] : bytes[given..<end] + [0]
    }

    private mutating func keepRest() {
        bytes.removeFirst(given)
        if bytes.count > Self.longest {
            isSkipping = true
            bytes.removeAll(keepingCapacity: true)
        }
        (given, looked) = (0, bytes.count)
    }
}
