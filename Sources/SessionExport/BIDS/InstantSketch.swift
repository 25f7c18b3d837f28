// Two sensors of a file may be read together, or each at its own instants; only their records show it. This sketch
// estimates how many instants they share without storing all: it hashes each instant to a random-looking number, and
// keeps the smallest ones (MinHash).

/// A sample of a sensor's instants; sensors with the same instants keep the same ones.
struct InstantSketch: Sendable, Hashable {
    /// The smallest hashes, sorted.
    private var smallest: [UInt64] = []

    /// How many hashes are kept: a share is then accurate to about 0.03.
    static let size = 256

    /// Adds an instant.
    mutating func note(_ nanoseconds: Int64) {
        let number = Self.mixed(UInt64(bitPattern: nanoseconds))
        if smallest.count == Self.size, let last = smallest.last, number >= last { return }
        var (low, high) = (0, smallest.count)
        while low < high {
            let middle = (low + high) / 2
            if smallest[middle] < number { low = middle + 1 } else { high = middle }
        }
        if low < smallest.count, smallest[low] == number { return }
        smallest.insert(number, at: low)
        if smallest.count > Self.size { smallest.removeLast() }
    }

    /// The approximate share, from 0 to 1, of all instants of both sensors that both have.
    func share(with other: InstantSketch) -> Double {
        let own = Set(smallest)
        let others = Set(other.smallest)
        let both = own.union(others).sorted().prefix(Self.size)
        guard !both.isEmpty else { return 0 }
        return Double(both.filter { own.contains($0) && others.contains($0) }.count)
            / Double(both.count)
    }

    /// The hash of an instant (the finalizer of SplitMix64).
    private static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
