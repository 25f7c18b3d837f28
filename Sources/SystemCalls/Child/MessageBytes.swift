// Encodes numbers and texts as messages between parent and child. The child may have been taken over, so the parent
// trusts no length before that many bytes are there.

/// Encodes a message.
package struct MessageWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func add(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    package mutating func add(_ kind: some RawRepresentable<UInt8>) {
        add(UInt64(kind.rawValue))
    }

    package mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    package mutating func add(_ some: [UInt8]) {
        add(UInt64(some.count))
        bytes += some
    }

    package mutating func add(_ text: String) { add(Array(text.utf8)) }
}

/// Decodes a message.
package struct MessageReader {
    private var rest: ArraySlice<UInt8>

    /// Thrown for bytes that are not a valid message.
    package struct Malformed: Error {
        package init() {}
    }

    package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// How many bytes are left.
    package var count: Int { rest.count }

    /// Whether all has been read.
    package var isAtEnd: Bool { rest.isEmpty }

    package mutating func number() throws(Malformed) -> UInt64 {
        var number: UInt64 = 0
        for (place, byte) in try take(8).enumerated() { number |= UInt64(byte) << (8 * place) }
        return number
    }

    /// Reads the kind of a message, its first number.
    package mutating func kind<Kind: RawRepresentable<UInt8>>(
        as _: Kind.Type = Kind.self
    ) throws(Malformed) -> Kind {
        guard let kind = Kind(rawValue: UInt8(clamping: try number())) else { throw Malformed() }
        return kind
    }

    package mutating func flag() throws(Malformed) -> Bool { try take(1).first == 1 }

    package mutating func some() throws(Malformed) -> [UInt8] {
        let count = try number()
        guard count <= UInt64(rest.count) else { throw Malformed() }
        return Array(try take(Int(count)))
    }

    /// Reads a text; invalid UTF-8 becomes replacement characters.
    package mutating func text() throws(Malformed) -> String {
        String(decoding: try some(), as: UTF8.self)
    }

    private mutating func take(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
        guard rest.count >= count else { throw Malformed() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
