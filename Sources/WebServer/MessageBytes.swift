// Numbers and texts as bytes, for what parent and child say to each other. The parent reads what a child says that
// may have been taken over: no length is believed before as many bytes are there.

/// A message that is being written.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func add(_ some: [UInt8]) {
        add(UInt64(some.count))
        bytes += some
    }

    mutating func add(_ text: String) { add(Array(text.utf8)) }

    mutating func add(_ headers: [HTTPHeader]) {
        add(UInt64(headers.count))
        for header in headers {
            add(header.name)
            add(header.value)
        }
    }
}

/// A message that is being read.
struct MessageReader {
    private var rest: ArraySlice<UInt8>

    /// What was sent is no message.
    struct Malformed: Error {}

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Whether all has been read.
    var isAtEnd: Bool { rest.isEmpty }

    mutating func number() throws(Malformed) -> UInt64 {
        var number: UInt64 = 0
        for (place, byte) in try take(8).enumerated() { number |= UInt64(byte) << (8 * place) }
        return number
    }

    mutating func flag() throws(Malformed) -> Bool { try take(1).first == 1 }

    mutating func some() throws(Malformed) -> [UInt8] {
        let count = try number()
        guard count <= UInt64(rest.count) else { throw Malformed() }
        return Array(try take(Int(count)))
    }

    /// A text; bytes that are none stand as the sign for that.
    mutating func text() throws(Malformed) -> String { String(decoding: try some(), as: UTF8.self) }

    mutating func headers() throws(Malformed) -> [HTTPHeader] {
        let count = try number()
        // Each has two lengths at least.
        guard count <= UInt64(rest.count / 16) else { throw Malformed() }
        var headers: [HTTPHeader] = []
        for _ in 0..<count { headers.append(HTTPHeader(try text(), try text())) }
        return headers
    }

    private mutating func take(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
        guard rest.count >= count else { throw Malformed() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
