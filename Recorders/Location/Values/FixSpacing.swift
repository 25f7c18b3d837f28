// Measures the spacing of a receiver's fixes, and estimates how many are missing; receivers have no counter.

/// The spacing of fixes.
struct FixSpacing: Sendable, Hashable {
    /// The spacing that gpsd reports for the device.
    private var cycle: Int64 = 1_000_000_000
    /// The latest measured spacings.
    private var latest: [Int64] = []

    /// How many measurements are enough.
    private static let enough = 3
    private static let most = 7

    /// Notes the spacing that gpsd reports; 0 if it reports none.
    mutating func take(cycle: Int64) {
        if cycle > 0 { self.cycle = cycle }
    }

    /// Adds the measured spacing of two fixes.
    mutating func take(_ distance: Int64) {
        guard distance > 0 else { return }
        if latest.count == Self.most { latest.removeFirst() }
        latest.append(distance)
    }

    /// In nanoseconds: the median of the latest spacings, so that a gap does not change it.
    var nanoseconds: Int64 {
        guard latest.count >= Self.enough else { return cycle }
        return latest.sorted()[latest.count / 2]
    }

    /// How many fixes are missing between two fixes.
    func missing(in distance: Int64) -> Int64 {
        max(0, Int64((Double(distance) / Double(nanoseconds)).rounded()) - 1)
    }

    /// How many fixes are missing between a fix and an instant that is not a fix.
    func missing(since distance: Int64) -> Int64 {
        max(0, Int64((Double(distance) / Double(nanoseconds) - 0.5).rounded(.down)))
    }

    /// How long a receiver may be silent: three seconds or three fixes, whichever is longer.
    var patience: Int64 { max(3_000_000_000, 3 &* nanoseconds) }
}
