// What a thread of the model knows. It is one word, because a search compares millions of them.

/// How far a thread sees into each thread, and into the history of each location.
///
/// The first part is a vector clock: what another thread did up to its clock happened before. The second
/// part is the oldest store that may still be read from each location, which gives C11's coherence.
struct View: Hashable {
    static let threads = 4
    static let locations = 4

    /// A byte for each thread, then one for each location.
    private var bytes: UInt64 = 0

    /// The clock of a thread, as far as it is known.
    subscript(clockOf thread: Int) -> Int {
        get { self[thread] }
        set { self[thread] = newValue }
    }

    /// The oldest store that may still be read from a location.
    subscript(oldestOf location: Int) -> Int {
        get { self[Self.threads + location] }
        set { self[Self.threads + location] = newValue }
    }

    /// Learns what another view knows.
    mutating func join(_ other: View) {
        guard other.bytes != bytes, other.bytes != 0 else { return }
        var joined: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 64 {
            let mine = bytes &>> shift & 0xff
            let others = other.bytes &>> shift & 0xff
            joined |= (mine > others ? mine : others) &<< shift
            shift &+= 8
        }
        bytes = joined
    }

    private subscript(index: Int) -> Int {
        get { Int(bytes &>> UInt64(index &* 8) & 0xff) }
        set {
            precondition(newValue >= 0 && newValue < 256, "the program is too long for the model")
            let shift = UInt64(index &* 8)
            bytes = bytes & ~(0xff &<< shift) | UInt64(newValue) &<< shift
        }
    }
}
