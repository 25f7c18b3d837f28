// Compresses a document's text into Zstandard frames. A frame is whole after every flush, like the document, and
// still continues with the next flush, because one flush of a slow sensor is too little text to compress well.
// Seven bytes end a frame; the next flush overwrites them, as it overwrites the document's footer.

internal import CSampleFile
internal import CZstd

/// The frames of one document, in the order of writing.
@safe final class FrameWriter {
    private let context: OpaquePointer
    private let sum: OpaquePointer
    /// The length of the open frame's text; 0 if no frame is open.
    private var openText = 0
    /// The ending of a closed frame that is not in the file yet.
    private var owed: [UInt8] = []

    /// zstd's fastest regular level.
    static let level: Int32 = 1
    /// How far back a frame looks for repetitions; it bounds the memory of writer and reader.
    private static let windowLog: Int32 = 17
    /// How much text a frame holds before the next one begins: the most that a changed byte can cost.
    static let frameText = 32768
    /// The ending of a frame without its checksum: a last block without text.
    private static let lastBlock: [UInt8] = [1, 0, 0]

    /// Prepares for a document that ends with `footer`.
    init(footer: [UInt8]) {
        guard let context = unsafe ZSTD_createCCtx(), let sum = unsafe footfall_frame_sum_create()
        else { fatalError("there is no memory to compress a file") }
        unsafe self.context = context
        unsafe self.sum = sum
        footerFrame = []
        for (parameter, value) in [
            (ZSTD_c_compressionLevel, Self.level), (ZSTD_c_windowLog, Self.windowLog),
            (ZSTD_c_checksumFlag, 1),
        ] {
            let outcome = unsafe ZSTD_CCtx_setParameter(context, parameter, value)
            precondition(ZSTD_isError(outcome) == 0, "libzstd does not know a parameter")
        }
        footerFrame = frame(of: footer)
    }

    deinit {
        unsafe ZSTD_freeCCtx(context)
        unsafe footfall_frame_sum_destroy(sum)
    }

    /// The frame of the document's footer, always the same; empty if the document has no footer.
    private(set) var footerFrame: [UInt8]

    /// The bytes that end the open frame; empty if there is nothing to end.
    var ending: [UInt8] {
        guard openText > 0 else { return owed }
        let digest = unsafe footfall_frame_sum_digest(sum)
        return Self.lastBlock + (0..<4).map { UInt8(truncatingIfNeeded: digest >> (8 * $0)) }
    }

    /// The bytes that follow everything added so far and make the file whole.
    var tail: [UInt8] { ending + footerFrame }

    /// Adds text to the open frame, or begins a frame with it; returns the bytes to append.
    ///
    /// The caller writes `tail` after them; in the file, the bytes of the next call overwrite that tail.
    func add(_ text: UnsafeRawBufferPointer) -> [UInt8] {
        guard text.count > 0 else { return [] }
        var made = unsafe owed + compressed(text)
        owed = []
        openText += text.count
        if openText >= Self.frameText {
            made += ending
            endFrame()
        }
        return made
    }

    /// Remembers the ending of a frame that could not be written; it precedes everything added later.
    func owe(_ ending: [UInt8]) {
        owed = ending
    }

    /// A separate frame for a text, whatever was open; empty for an empty text.
    func frame(of text: UnsafeRawBufferPointer) -> [UInt8] {
        endFrame()
        guard text.count > 0 else { return [] }
        var made = unsafe compressed(text)
        openText = text.count
        made += ending
        endFrame()
        return made
    }

    /// A separate frame for a text.
    func frame(of text: [UInt8]) -> [UInt8] {
        unsafe text.withUnsafeBytes { unsafe frame(of: $0) }
    }

    /// Makes the next text begin a new frame.
    func endFrame() {
        (openText, owed) = (0, [])
        unsafe footfall_frame_sum_reset(sum)
        unsafe ZSTD_CCtx_reset(context, ZSTD_reset_session_only)
    }

    /// Compresses a text into whole blocks.
    private func compressed(_ text: UnsafeRawBufferPointer) -> [UInt8] {
        unsafe footfall_frame_sum_update(sum, text.baseAddress, text.count)
        var input = unsafe ZSTD_inBuffer(src: text.baseAddress, size: text.count, pos: 0)
        let room = ZSTD_compressBound(text.count) + 64
        return unsafe [UInt8](unsafeUninitializedCapacity: room) { place, count in
            var output = unsafe ZSTD_outBuffer(dst: place.baseAddress, size: place.count, pos: 0)
            var left = 0
            repeat {
                left = unsafe ZSTD_compressStream2(context, &output, &input, ZSTD_e_flush)
                precondition(ZSTD_isError(left) == 0, "libzstd cannot compress a text")
            } while unsafe left > 0 && output.pos < output.size
            precondition(left == 0, "libzstd made a text longer than it says that it may")
            count = unsafe output.pos
        }
    }
}
