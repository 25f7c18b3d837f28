// Texts in records are mostly a few words that repeat millions of times. So they are compared in place, and become
// a `String` only on demand.

/// A text within a batch, valid as long as the batch.
@safe public struct RecordText: CustomStringConvertible {
    @usableFromInline let store: RecordStore
    @usableFromInline let generation: Int
    @usableFromInline let offset: Int
    /// Its length in bytes of UTF-8.
    public let count: Int

    @inlinable
    init(store: RecordStore, generation: Int, offset: Int, count: Int) {
        self.store = store
        self.generation = generation
        self.offset = offset
        self.count = count
    }

    /// Passes the UTF-8 bytes to a closure, which must not keep them.
    @inlinable
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        precondition(
            generation == store.generation,
            "a text of a record was used after the reader went on"
        )
        return unsafe body(UnsafeRawBufferPointer(start: store.bytes + offset, count: count))
    }

    /// A copy that may be kept.
    public var description: String {
        unsafe withBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the text equals this word, byte by byte.
    @inlinable
    public static func == (text: RecordText, word: StaticString) -> Bool {
        guard word.hasPointerRepresentation, text.count == word.utf8CodeUnitCount else {
            return false
        }
        let other = unsafe UnsafeRawPointer(word.utf8Start)
        return unsafe text.withBytes { unsafe $0.begins(like: other) }
    }

    /// Whether the text equals this text, byte by byte.
    @inlinable
    public static func == (text: RecordText, bytes: [UInt8]) -> Bool {
        guard text.count == bytes.count else { return false }
        return unsafe bytes.withUnsafeBytes { other in
            guard let other = other.baseAddress else { return true }
            return unsafe text.withBytes { unsafe $0.begins(like: other) }
        }
    }

    /// Whether two texts are equal, byte by byte.
    @inlinable
    public static func == (left: RecordText, right: RecordText) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe left.withBytes { left in
            unsafe right.withBytes { right in
                guard let right = right.baseAddress else { return true }
                return unsafe left.begins(like: right)
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes at `other` are the same; compares eight at a time.
    @inlinable @inline(__always)
    func begins(like other: UnsafeRawPointer) -> Bool {
        var index = 0
        while index &+ 8 <= count {
            let left = unsafe loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let right = unsafe other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if left != right { return false }
            index &+= 8
        }
        while index < count {
            if unsafe self[index] != other.load(fromByteOffset: index, as: UInt8.self) {
                return false
            }
            index &+= 1
        }
        return true
    }
}
