// What is wrong with the frames of a compressed file. A record is damaged in its text; a frame is damaged as it lies.

/// Bytes of a compressed file that are no whole frame.
struct FrameDamage: Equatable {
    /// Where in the file they begin.
    var byteOffset: Int64
    /// How many they are.
    var byteCount: Int64
    /// Where in the text of the document it is missing.
    var textOffset: Int64
    /// What is wrong.
    var why: String
    /// Whether no whole frame follows: whatever wrote the file was stopped.
    var isTorn = false

    /// What is wrong, and where in the file.
    var what: String { "the compressed frame at byte \(byteOffset) of the file \(why)" }
}
