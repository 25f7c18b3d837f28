// How far a receiver's fixes are apart, and how many are missing between two: receivers have no counter.

/// How far fixes are apart.
struct FixSpacing: Sendable, Hashable {
    /// What gpsd says of the device.
    private var cycle: Int64 = 1_000_000_000
    /// The latest distances.
    private var latest: [Int64] = []

    /// So many distances show how far fixes are apart.
    private static let enough = 3
    private static let most = 7

    /// Takes gpsd's account of the device; 0 where it has none.
    mutating func take(cycle: Int64) {
        if cycle > 0 { self.cycle = cycle }
    }

    /// Takes the distance of two fixes.
    mutating func take(_ distance: Int64) {
        guard distance > 0 else { return }
        if latest.count == Self.most { latest.removeFirst() }
        latest.append(distance)
    }

    /// In nanoseconds: the middle one of the latest distances, so that a gap makes nothing of it.
    var nanoseconds: Int64 {
        guard latest.count >= Self.enough else { return cycle }
        return latest.sorted()[latest.count / 2]
    }

    /// How many fixes are missing between two.
    func missing(in distance: Int64) -> Int64 {
        max(0, Int64((Double(distance) / Double(nanoseconds)).rounded()) - 1)
    }

    /// How many fixes are missing behind one up to an instant that is none's.
    func missing(since distance: Int64) -> Int64 {
        max(0, Int64((Double(distance) / Double(nanoseconds) - 0.5).rounded(.down)))
    }

    /// So long a receiver may say nothing: three seconds, or three fixes.
    var patience: Int64 { max(3_000_000_000, 3 &* nanoseconds) }
}
