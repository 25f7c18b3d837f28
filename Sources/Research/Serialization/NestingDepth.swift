// Measures how deep a document is nested, without recursion. A decoder calls itself for each level of nesting, so a
// hostile file could overflow the stack if its depth were not limited first.

/// Measures how deep the brackets of a document are nested.
enum NestingDepth {
    /// The most nested brackets that are read; Foundation's parser stops at 512.
    static let limit = 500

    /// Returns the greatest depth of brackets outside of strings; for malformed documents the value is arbitrary.
    ///
    /// Returns `nil` if there is a NUL byte: the document is then probably UTF-16 or UTF-32, where a byte that equals a
    /// quote may be part of another character.
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
