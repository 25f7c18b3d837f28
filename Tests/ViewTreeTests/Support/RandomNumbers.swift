// Numbers that are the same in every run, so that a failure can be repeated.

/// A generator of pseudorandom numbers by Sebastiano Vigna's SplitMix64.
struct RandomNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    /// True with the probability 1/`times`.
    mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }
}
