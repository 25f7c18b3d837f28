// What comes from a terminal is read in one of two ways: key by key, or line by line.

/// What a person does at a terminal.
enum TypedInput: Sendable, Equatable {
    case key(Key)
    case line(String)
}

/// Turns a terminal's bytes into keys, or into lines.
struct InputReader: Sendable {
    private var decoder: KeyDecoder?
    private var line: [UInt8] = []

    /// What is longer is no answer to anything: the rest is left out.
    private static let longestLine = 65536

    init(forEachKey isKeys: Bool) { decoder = isKeys ? KeyDecoder() : nil }

    /// How long a silence makes a key of what came; `nil` where none does.
    var silence: Duration? { decoder?.silence }

    /// Takes bytes; answers what is whole.
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

    /// Takes note that nothing came for a while.
    mutating func takeSilence() -> [TypedInput] { (decoder?.takeSilence() ?? []).map { .key($0) } }

    /// Takes note that nothing comes any more: a line without an end is one.
    mutating func takeEnd() -> [TypedInput] {
        defer { line = [] }
        return line.isEmpty ? [] : [.line(wholeLine)]
    }

    private var wholeLine: String {
        let text = String(decoding: line, as: UTF8.self)
        return String(text.last == "\r" ? text.dropLast() : text[...])
    }
}
