// Makes bytes fewer, by zlib.

internal import CZlib

/// One file's bytes on their way through zlib.
@safe
struct Deflater: ~Copyable {
    /// zlib keeps the address of its state, and compares it.
    private let state: UnsafeMutablePointer<z_stream>
    private var room = [UInt8](repeating: 0, count: 64 << 10)

    /// The quickest level: what is slower gains a tenth, and a board has a recording to do.
    private static let level = Z_BEST_SPEED

    init() {
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: z_stream())
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        // Without a head of zlib's own: ZIP has its own.
        let problem = unsafe deflateInit2_(
            state,
            Self.level,
            Z_DEFLATED,
            -MAX_WBITS,
            8,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            size
        )
        precondition(problem == Z_OK, "zlib has no memory: \(problem)")
    }

    deinit {
        unsafe deflateEnd(state)
        unsafe state.deallocate()
    }

    /// Takes bytes, and gives what is ready of them; with `isLast` all of it.
    mutating func take(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
        var made: [UInt8] = []
        var bytes = bytes
        let count = bytes.count
        unsafe bytes.withUnsafeMutableBufferPointer { given in
            unsafe state.pointee.next_in = given.baseAddress
            unsafe state.pointee.avail_in = UInt32(count)
            repeat {
                let ready = unsafe room.withUnsafeMutableBufferPointer { place in
                    unsafe state.pointee.next_out = place.baseAddress
                    unsafe state.pointee.avail_out = UInt32(place.count)
                    unsafe deflate(state, isLast ? Z_FINISH : Z_NO_FLUSH)
                    return unsafe place.count - Int(state.pointee.avail_out)
                }
                made += room[..<ready]
            } while unsafe state.pointee.avail_out == 0
        }
        return made
    }

    /// The sum that ZIP checks a file by, of more bytes behind those that it is of.
    static func sum(_ sum: UInt32, of bytes: [UInt8]) -> UInt32 {
        unsafe UInt32(crc32(UInt(sum), bytes, UInt32(bytes.count)))
    }
}
