// Splits the bytes of a connection into gpsd's messages, one per line. A read may end anywhere, and a peer that is
// not a gpsd may never send a line end.

/// Splits bytes into messages.
struct MessageLines: Sendable {
    /// The longest message; gpsd's own limit is 10240 bytes.
    static let longest = 16_384

    private var bytes: [UInt8] = []
    /// How many bytes were returned, and how many were searched for a line end.
    private var given = 0
    private var looked = 0
    /// Whether to skip the rest of a message that is too long.
    private var isSkipping = false

    /// How many bytes are kept.
    var kept: Int { bytes.count }

    /// Adds bytes.
    mutating func take(_ more: UnsafeRawBufferPointer) { unsafe bytes.append(contentsOf: more) }

    /// The next message without its line end, and with a zero byte appended; `nil` if there is no whole message.
    ///
    /// A message that was too long is returned empty.
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
