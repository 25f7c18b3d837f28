// What an input device can do, as the kernel shows it in its files: a set of code numbers, written as
// hexadecimal words of the machine's size, the highest first, without those that are empty.

/// A set of small code numbers.
struct CapabilityBits: Sendable, Hashable {
    /// The kernel's largest set, of keys, has 768; what has more is none of its sets.
    static let limit = 1024

    /// The lowest first; the last is not empty.
    private var words: [UInt64] = []

    /// The set of some codes; those that no set can have are left out.
    init(_ codes: some Sequence<Int> = []) {
        for code in codes { insert(code) }
    }

    /// Reads a file of the kernel's; what is no such text is an empty set.
    ///
    /// - Parameters:
    ///   - text: As in "10000 0 7".
    ///   - bitsOfWord: How large the kernel's words are for this process.
    init(text: String, bitsOfWord: Int = UInt.bitWidth) {
        let parts = text.split(whereSeparator: { $0.isWhitespace || $0 == "\0" })
        guard parts.count * bitsOfWord <= Self.limit else { return }
        for (place, part) in parts.reversed().enumerated() {
            // A sign is no digit, though a number may have one.
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

    /// How many codes it has.
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The codes, the lowest first.
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
