// Compresses text that is written again, such as a repaired file. The frames are as small as those of a recording,
// so that a changed byte costs no more than there.

/// Turns text into whole frames.
package struct FramePacker {
    private let writer = FrameWriter(footer: [])

    package init() {}

    /// The frames of a text; empty for an empty text.
    package func frames(of text: [UInt8]) -> [UInt8] {
        var frames: [UInt8] = []
        var rest = text[...]
        while !rest.isEmpty {
            frames += writer.frame(of: Array(rest.prefix(FrameWriter.frameText)))
            rest = rest.dropFirst(FrameWriter.frameText)
        }
        return frames
    }
}
