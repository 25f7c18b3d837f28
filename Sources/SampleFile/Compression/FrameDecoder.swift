// The one owner of libzstd's decoder: it takes the bytes of frames as they come, and gives their text.

internal import CZstd

/// Decodes one frame at a time.
@safe struct FrameDecoder: ~Copyable {
    /// What a step came to.
    enum Outcome: Equatable {
        /// It wants more bytes, or more room.
        case goesOn
        /// The frame is at its end, and its sum is right if it has one.
        case ended
        /// The sum at the end of the frame is another's: any of its text may be wrong.
        case wrongSum
        /// The bytes are no frame from here on: text that came before is of whole blocks.
        case failed(String)
    }

    private let context: OpaquePointer
    /// How many bytes libzstd asks for next.
    private var wanted = 1

    /// The farthest that a frame may look back, by its power of two: 8 MiB, as `zstd -19` makes them.
    ///
    /// It bounds the memory of a reader, whatever a frame claims.
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

    /// Begins with the first byte of a frame.
    mutating func begin() {
        unsafe ZSTD_DCtx_reset(context, ZSTD_reset_session_only)
        wanted = 1
    }

    /// Takes some bytes, and puts their text into `room`; answers how many were taken and put.
    ///
    /// No step goes beyond the end of a block: of a step that fails libzstd does not say what text it has put.
    mutating func step(
        _ bytes: UnsafeRawBufferPointer,
        into room: UnsafeMutableRawBufferPointer
    ) -> (taken: Int, put: Int, outcome: Outcome) {
        // What it asks for has the head of the next block behind the rest of this one.
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

    /// Whether all bytes of a block were taken, and all of its text was put.
    var isBetweenBlocks: Bool { wanted == Self.blockHead }

    private static let blockHead = 3
}
