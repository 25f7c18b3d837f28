// Describes damage to the frames of a compressed file. Damage to a record is found in the text; damage to a frame
// is found in the stored bytes.

/// Bytes of a compressed file that are not a whole frame.
struct FrameDamage: Equatable {
    /// The offset in the file at which they begin.
    var byteOffset: Int64
    /// The number of these bytes.
    var byteCount: Int64
    /// The offset in the document's text at which their text is missing.
    var textOffset: Int64
    /// What is wrong.
    var why: String
    /// True if no whole frame follows: the program that wrote the file was stopped.
    var isTorn = false

    /// What is wrong, and where in the file.
    var what: String { "the compressed frame at byte \(byteOffset) of the file \(why)" }
}
