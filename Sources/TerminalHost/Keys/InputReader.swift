// Reads a terminal's input in one of two ways: key by key, or line by line.

/// What a user types.
enum TypedInput: Sendable, Equatable {
    case key(Key)
    case line(String)
}

/// Turns a terminal's bytes into keys, or into lines.
struct InputReader: Sendable {
    private var decoder: KeyDecoder?
    private var line: [UInt8] = []

    /// Longer lines are cut off: no answer needs so much.
    private static let longestLine = 65536

    init(forEachKey isKeys: Bool) { decoder = isKeys ? KeyDecoder() : nil }

    /// After this long without input, a pending key is complete; `nil` if none is pending.
    var silence: Duration? { decoder?.silence }

    /// Adds bytes; returns the complete keys or lines.
    mutating func take(_ bytes: [UInt8]) -> [TypedInput] {
        if decoder != nil { return (decoder?.take(bytes) ?? []).map { .key($0) } }
        var lines: [TypedInput] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines.append(.line(wholeLine))
                line = []
            } else if line.count < Self.longestLine {
                line.append(byte)
            }
        }
        return lines
    }

    /// Completes a pending key; call this when no input came for the time of `silence`.
    mutating func takeSilence() -> [TypedInput] { (decoder?.takeSilence() ?? []).map { .key($0) } }

    /// Ends the input; returns its last line if that has no line break.
    mutating func takeEnd() -> [TypedInput] {
        defer { line = [] }
        return line.isEmpty ? [] : [.line(wholeLine)]
    }

    private var wholeLine: String {
        let text = String(decoding: line, as: UTF8.self)
        return String(text.last == "\r" ? text.dropLast() : text[...])
    }
}
