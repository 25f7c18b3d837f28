// Texts that appear in every record are escaped once instead of once per record.

/// A text, escaped for JSON and for CSV.
@safe public struct PreparedText: Sendable, Equatable {
    public let text: String
    @usableFromInline let json: PreparedBytes
    @usableFromInline let csv: PreparedBytes

    public init(_ text: String) {
        self.text = text
        json = PreparedBytes(TextEscaping.json(text))
        csv = PreparedBytes(TextEscaping.csv(text))
    }

    /// A JSON value that is written without quotes; the caller must pass valid JSON.
    package init(json value: [UInt8]) {
        text = String(decoding: value, as: UTF8.self)
        json = PreparedBytes(value)
        csv = PreparedBytes(TextEscaping.csv(text))
    }

    public static func == (left: PreparedText, right: PreparedText) -> Bool {
        left.text == right.text
    }
}

/// Bytes at a fixed address that can be read in blocks of sixteen.
// Sendable without a check: the bytes are written in init and never again.
@safe @usableFromInline final class PreparedBytes: @unchecked Sendable {
    @usableFromInline let start: UnsafePointer<UInt8>
    @usableFromInline let count: Int

    init(_ bytes: [UInt8]) {
        let room = (bytes.count + 15) / 16 * 16 + 16
        let start = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
        unsafe start.initialize(repeating: 0, count: room)
        for (offset, byte) in bytes.enumerated() { unsafe start[offset] = byte }
        unsafe self.start = UnsafePointer(start)
        count = bytes.count
    }

    deinit {
        unsafe start.deallocate()
    }

    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }
}

/// Copies in blocks of sixteen; reads and writes up to fifteen bytes too many, and at least one block.
@inlinable @inline(__always)
func copySixteens(
    from source: UnsafePointer<UInt8>,
    to target: UnsafeMutablePointer<UInt8>,
    count: Int
) {
    var offset = 0
    repeat {
        let chunk = unsafe UnsafeRawPointer(source + offset)
            .loadUnaligned(as: SIMD16<UInt8>.self)
        unsafe UnsafeMutableRawPointer(target + offset)
            .storeBytes(of: chunk, as: SIMD16<UInt8>.self)
        offset &+= 16
    } while offset < count
}
