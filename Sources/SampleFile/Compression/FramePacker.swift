// What is written anew of a compressed file becomes one again: frames that are as small as those of a recording, so
// that a changed byte costs no more later on.

/// Makes whole frames of text.
package struct FramePacker {
    private let writer = FrameWriter(footer: [])

    package init() {}

    /// The frames of a text; none of no text.
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
