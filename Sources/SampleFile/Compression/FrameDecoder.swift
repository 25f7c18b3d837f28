// Wraps libzstd's decoder: accepts the bytes of frames as they arrive and returns their text.

internal import CZstd

/// Decodes one frame at a time.
@safe struct FrameDecoder: ~Copyable {
    /// The outcome of one step.
    enum Outcome: Equatable {
        /// The decoder needs more bytes, or more room.
        case goesOn
        /// The frame has ended; its checksum is right, if it has one.
        case ended
        /// The frame has ended and its checksum is wrong: any of its text may be wrong.
        case wrongSum
        /// The bytes are not a frame from here on; the text so far consists of whole blocks.
        case failed(String)
    }

    private let context: OpaquePointer
    /// How many bytes libzstd asks for next.
    private var wanted = 1

    /// The largest window of a frame, as a power of two: 8 MiB, as `zstd -19` uses.
    ///
    /// It bounds the memory of a reader, whatever size a frame claims.
    private static let windowLog: Int32 = 23

    init() {
        guard let context = unsafe ZSTD_createDCtx() else {
            fatalError("there is no memory to read a compressed file")
        }
        unsafe self.context = context
        unsafe ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Self.windowLog)
    }

    deinit {
        unsafe ZSTD_freeDCtx(context)
    }

    /// Prepares for the first byte of a frame.
    mutating func begin() {
        unsafe ZSTD_DCtx_reset(context, ZSTD_reset_session_only)
        wanted = 1
    }

    /// Decodes some bytes into `room`; returns how many bytes were consumed and how many were written.
    ///
    /// A step never passes the end of a block, because libzstd does not say how much text a failed step has
    /// written.
    mutating func step(
        _ bytes: UnsafeRawBufferPointer,
        into room: UnsafeMutableRawBufferPointer
    ) -> (taken: Int, put: Int, outcome: Outcome) {
        // libzstd asks for the rest of this block and the head of the next; leave out the head.
        let count = min(bytes.count, wanted > Self.blockHead ? wanted - Self.blockHead : wanted)
        var input = unsafe ZSTD_inBuffer(src: bytes.baseAddress, size: count, pos: 0)
        var output = unsafe ZSTD_outBuffer(dst: room.baseAddress, size: room.count, pos: 0)
        let left = unsafe ZSTD_decompressStream(context, &output, &input)
        let outcome: Outcome
        if ZSTD_isError(left) == 0 {
            wanted = left
            outcome = left == 0 ? .ended : .goesOn
        } else if ZSTD_getErrorCode(left) == ZSTD_error_checksum_wrong {
            outcome = .wrongSum
        } else {
            outcome = .failed(unsafe String(cString: ZSTD_getErrorName(left)))
        }
        return unsafe (input.pos, output.pos, outcome)
    }

    /// True if all bytes of a block were taken and all of its text was written.
    var isBetweenBlocks: Bool { wanted == Self.blockHead }

    private static let blockHead = 3
}
