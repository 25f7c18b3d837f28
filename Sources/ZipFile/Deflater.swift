// Compresses bytes with zlib, without the zlib header, as ZIP files need them.

internal import CZlib

/// Compresses the bytes of one file.
@safe
struct Deflater: ~Copyable {
    /// zlib stores the address of its state and checks it, so the state must not move.
    private let state: UnsafeMutablePointer<z_stream>
    private var room = [UInt8](repeating: 0, count: 64 << 10)

    /// The fastest level.
    ///
    /// Slower ones save only a tenth more, and the board may be recording.
    private static let level = Z_BEST_SPEED

    init() {
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: z_stream())
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        // Negative window bits omit zlib's header: ZIP has its own.
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

    /// Compresses bytes, and returns the output that is ready; with `isLast`, all of it.
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

    /// Returns the CRC-32 that ZIP uses: `sum`, continued over more bytes.
    static func sum(_ sum: UInt32, of bytes: [UInt8]) -> UInt32 {
        unsafe UInt32(crc32(UInt(sum), bytes, UInt32(bytes.count)))
    }
}
