// How deep a document goes, found without going down: a decoder calls itself for each level, and a
// hostile file must not decide how much stack that takes.

/// Measures how deep the brackets of a document are nested.
enum NestingDepth {
    /// Brackets within brackets that are read at most; Foundation's parser takes 512.
    static let limit = 500

    /// The greatest depth of brackets outside of strings; of broken documents, some depth.
    ///
    /// `nil` for what is not UTF-8: in other codings a character may have the byte of a quote.
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
