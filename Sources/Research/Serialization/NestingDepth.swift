// Measures how deep a document is nested, without recursion. A decoder calls itself for each level, so the depth of a
// hostile file would otherwise decide how much stack that takes.

/// Measures how deep the brackets of a document are nested.
enum NestingDepth {
    /// The most nested brackets that are read; Foundation's parser stops at 512.
    static let limit = 500

    /// Returns the greatest depth of brackets outside of strings; for malformed documents the value is arbitrary.
    ///
    /// Returns `nil` for a NUL byte, as UTF-16 and UTF-32 have them: there, a byte of a character may equal that of a
    /// quote.
    static func measure(_ bytes: some Sequence<UInt8>) -> Int? {
        var depth = 0
        var deepest = 0
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if byte == 0 { return nil }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return deepest
    }
}
