// SHA-256 as in FIPS 180-4, without a library. A web page names the one script that a browser may run by this hash,
// and boards use it to verify who has made a mark over the network.

/// Computes hashes and signatures.
package enum SHA256 {
    /// The hash, 32 bytes.
    package static func sum(of bytes: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [
            0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c,
            0x1f83_d9ab, 0x5be0_cd19,
        ]
        var padded = bytes + [0x80]
        padded += repeatElement(0, count: (120 - padded.count % 64) % 64)
        let bits = UInt64(bytes.count) * 8
        padded += (0..<8).reversed().map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
        for start in stride(from: 0, to: padded.count, by: 64) {
            mix(padded[start..<start + 64], into: &state)
        }
        return state.flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    /// An HMAC as in RFC 2104: only the holders of the key can compute it.
    package static func signature(of bytes: [UInt8], by key: [UInt8]) -> [UInt8] {
        let short = key.count > 64 ? sum(of: key) : key
        let padded = short + [UInt8](repeating: 0, count: 64 - short.count)
        return sum(of: padded.map { $0 ^ 0x5C } + sum(of: padded.map { $0 ^ 0x36 } + bytes))
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
            block[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for place in 16..<64 {
            let (one, two) = (words[place - 15], words[place - 2])
            let first = turned(one, 7) ^ turned(one, 18) ^ one >> 3
            let second = turned(two, 17) ^ turned(two, 19) ^ two >> 10
            words.append(words[place - 16] &+ first &+ words[place - 7] &+ second)
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for place in 0..<64 {
            let choice = e & f ^ ~e & g
            let first =
                h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice
                &+ constants[place] &+ words[place]
            let majority = a & b ^ a & c ^ b & c
            let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        for (place, word) in [a, b, c, d, e, f, g, h].enumerated() { state[place] &+= word }
    }

    private static func turned(_ word: UInt32, _ by: UInt32) -> UInt32 {
        word >> by | word << (32 - by)
    }

    /// The first bits of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = primes(64).map { prime in
        var low: UInt64 = 0
        var high: UInt64 = 8 << 32
        // The greatest root whose cube does not exceed the prime, in units of 2^-32.
        while high - low > 1 {
            let middle = (low + high) / 2
            if isCube(of: middle, atMost: prime) { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }

    private static func isCube(of root: UInt64, atMost prime: UInt64) -> Bool {
        // The cube of 36 bits has 108 bits, which fit into 128; the prime is shifted by 96.
        let wide = UInt128(root)
        return wide * wide * wide <= UInt128(prime) << 96
    }

    private static func primes(_ count: Int) -> [UInt64] {
        var found: [UInt64] = []
        var number: UInt64 = 2
        while found.count < count {
            if found.allSatisfy({ number % $0 != 0 }) { found.append(number) }
            number += 1
        }
        return found
    }
}
