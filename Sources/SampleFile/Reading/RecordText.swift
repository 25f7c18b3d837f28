// Most texts of records are one of a few words, a million times over: they are compared where they
// lie, and become a String only on demand.

/// A text within a batch, good as long as the batch is.
@safe public struct RecordText: CustomStringConvertible {
    @usableFromInline let store: RecordStore
    @usableFromInline let generation: Int
    @usableFromInline let offset: Int
    /// How many bytes of UTF-8 it has.
    public let count: Int

    @inlinable
    init(store: RecordStore, generation: Int, offset: Int, count: Int) {
        self.store = store
        self.generation = generation
        self.offset = offset
        self.count = count
    }

    /// Lends the bytes of UTF-8; they must not be kept.
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

    /// Whether it is this word, byte by byte.
    @inlinable
    public static func == (text: RecordText, word: StaticString) -> Bool {
        guard word.hasPointerRepresentation, text.count == word.utf8CodeUnitCount else {
            return false
        }
        let other = unsafe UnsafeRawPointer(word.utf8Start)
        return unsafe text.withBytes { unsafe $0.begins(like: other) }
    }

    /// Whether it is this text, byte by byte.
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
    /// Whether as many bytes at `other` are the same; eight at a time.
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
