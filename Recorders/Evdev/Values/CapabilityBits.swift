// What an input device can do, as the kernel's files show it: a set of code numbers, written as hexadecimal
// words of the machine's word size, the highest first, without leading empty words.

/// A set of small code numbers.
struct CapabilityBits: Sendable, Hashable {
    /// The kernel's largest set, of keys, has 768 codes; a text with more codes than `limit` is not one of its sets.
    static let limit = 1024

    /// The words, lowest first; the last is not zero.
    private var words: [UInt64] = []

    /// The set of the given codes; codes beyond `limit` are left out.
    init(_ codes: some Sequence<Int> = []) {
        for code in codes { insert(code) }
    }

    /// Parses one of the kernel's files; any other text gives an empty set.
    ///
    /// - Parameters:
    ///   - text: A text such as "10000 0 7".
    ///   - bitsOfWord: The size of the kernel's words for this process.
    init(text: String, bitsOfWord: Int = UInt.bitWidth) {
        let parts = text.split(whereSeparator: { $0.isWhitespace || $0 == "\0" })
        guard parts.count * bitsOfWord <= Self.limit else { return }
        for (place, part) in parts.reversed().enumerated() {
            // `UInt64` would accept a sign, which is not allowed here.
            guard part.first?.isHexDigit == true, let word = UInt64(part, radix: 16),
                word.bitWidth - word.leadingZeroBitCount <= bitsOfWord
            else {
                words = []
                return
            }
            for bit in 0..<bitsOfWord where word >> bit & 1 == 1 {
                insert(place * bitsOfWord + bit)
            }
        }
    }

    var isEmpty: Bool { words.isEmpty }

    /// The number of codes in the set.
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The codes in ascending order.
    var codes: [Int] {
        (0..<words.count * 64).filter(contains)
    }

    func contains(_ code: Int) -> Bool {
        guard code >= 0, code / 64 < words.count else { return false }
        return words[code / 64] >> (code % 64) & 1 == 1
    }

    func contains(_ code: Int32) -> Bool { contains(Int(code)) }

    private mutating func insert(_ code: Int) {
        guard (0..<Self.limit).contains(code) else { return }
        while words.count <= code / 64 { words.append(0) }
        words[code / 64] |= 1 << (code % 64)
    }
}
