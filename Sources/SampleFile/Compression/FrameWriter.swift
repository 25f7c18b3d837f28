// Makes frames of Zstandard of the text of a document. A frame is whole at every flush, as the document is, and yet
// goes on with the next one: a flush of a slow sensor is too little text to be made small by itself. What ends a frame is
// seven bytes, which are written over by what follows, as the document's footer is.

internal import CSampleFile
internal import CZstd

/// The frames of one document, in the order in which they are written.
@safe final class FrameWriter {
    private let context: OpaquePointer
    private let sum: OpaquePointer
    /// How much text the frame has that may go on; 0 where none is open.
    private var openText = 0
    /// What ends a frame that is open no more, and is not in the file yet.
    private var owed: [UInt8] = []

    /// The quickest of the usual levels.
    static let level: Int32 = 1
    /// So much text back a frame looks for what it has seen before; it bounds the memory of writer and reader.
    private static let windowLog: Int32 = 17
    /// So much text is in a frame before the next one begins: what a changed byte may cost.
    static let frameText = 32768
    /// What ends a frame, without its sum: a last block that has no text.
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

    /// The frame of the document's footer, the same each time; nothing where the document has none.
    private(set) var footerFrame: [UInt8]

    /// What ends the open frame; nothing where none is open and none was left without its end.
    var ending: [UInt8] {
        guard openText > 0 else { return owed }
        let digest = unsafe footfall_frame_sum_digest(sum)
        return Self.lastBlock + (0..<4).map { UInt8(truncatingIfNeeded: digest >> (8 * $0)) }
    }

    /// What stands behind all that was added so far, and makes the file whole.
    var tail: [UInt8] { ending + footerFrame }

    /// Adds text to the open frame, or begins one with it, and answers what is to be written behind what is there.
    ///
    /// What follows it in the file is `tail`; neither has to be asked for before the next call.
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

    /// Remembers what ends a frame that could not be written: it stands ahead of all that is added.
    func owe(_ ending: [UInt8]) {
        owed = ending
    }

    /// A frame of its own of some text, whatever was open before; of no text there is none.
    func frame(of text: UnsafeRawBufferPointer) -> [UInt8] {
        endFrame()
        guard text.count > 0 else { return [] }
        var made = unsafe compressed(text)
        openText = text.count
        made += ending
        endFrame()
        return made
    }

    /// A frame of its own of some text.
    func frame(of text: [UInt8]) -> [UInt8] {
        unsafe text.withUnsafeBytes { unsafe frame(of: $0) }
    }

    /// Lets the next text begin a frame.
    func endFrame() {
        (openText, owed) = (0, [])
        unsafe footfall_frame_sum_reset(sum)
        unsafe ZSTD_CCtx_reset(context, ZSTD_reset_session_only)
    }

    /// Whole blocks with all of a text.
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
