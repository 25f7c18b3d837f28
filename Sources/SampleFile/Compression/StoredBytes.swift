// Reads the stored bytes of a file through a window.

internal import SystemCalls

/// A window on the bytes of a file or of memory.
struct StoredBytes: ~Copyable {
    enum Source: ~Copyable {
        case file(OpenFile)
        case memory([UInt8])
    }

    private let source: Source
    private let seen: SeenBytes?
    private var window: [UInt8] = []
    private var base: Int64 = 0
    private static let windowBytes = 131_072

    init(_ source: consuming Source, seeing seen: SeenBytes?) {
        self.source = source
        self.seen = seen
    }

    /// The number of bytes.
    func size() throws(SystemError) -> Int64 {
        switch source {
        case .file(let file): try file.size()
        case .memory(let bytes): Int64(bytes.count)
        }
    }

    /// Passes at least `count` bytes at `offset` to `body`, or as many as there are.
    mutating func with<Answer>(
        _ count: Int = 1,
        at offset: Int64,
        _ body: (UnsafeRawBufferPointer) -> Answer
    ) throws(SystemError) -> Answer {
        if offset < base || offset + Int64(count) > base + Int64(window.count) {
            try fill(count, at: offset)
        }
        let skipped = Int(offset - base)
        return unsafe window.withUnsafeBytes {
            unsafe body(UnsafeRawBufferPointer(rebasing: $0.dropFirst(skipped)))
        }
    }

    private mutating func fill(_ count: Int, at offset: Int64) throws(SystemError) {
        // Keep the bytes in the window instead of reading them again: the end of a growing file may have changed since.
        if offset >= base, offset <= base + Int64(window.count) {
            window.removeFirst(Int(offset - base))
        } else {
            window.removeAll(keepingCapacity: true)
        }
        base = offset
        while window.count < count {
            let place = base + Int64(window.count)
            let read: [UInt8]
            switch source {
            case .file(let file):
                read = try file.read(Self.windowBytes, at: place)
            case .memory(let bytes):
                read = Array(bytes.dropFirst(Int(clamping: place)).prefix(Self.windowBytes))
            }
            unsafe read.withUnsafeBytes { unsafe seen?.take($0, at: place) }
            if read.isEmpty { return }
            window += read
        }
    }
}
