// How many reports of motion are missing is counted by the time from one to the next until then. A busy machine has
// one report wait for long, and some devices send theirs in bursts: so the mean of many counts, without the longest.

/// The usual time from one report to the next.
struct ReportSpacing: Sendable {
    private static let most = 128
    private var latest: [Double] = []
    private var oldest = 0

    init() { latest.reserveCapacity(Self.most) }

    /// Takes the time from one report to the next, in nanoseconds.
    mutating func add(_ nanoseconds: Double) {
        guard latest.count == Self.most else { return latest.append(nanoseconds) }
        latest[oldest] = nanoseconds
        oldest = (oldest + 1) % Self.most
    }

    /// The usual one of the latest; `nil` before two reports.
    var nanoseconds: Double? {
        guard latest.count > 1, let longest = latest.max() else { return latest.first }
        return (latest.reduce(0, +) - longest) / Double(latest.count - 1)
    }
}
