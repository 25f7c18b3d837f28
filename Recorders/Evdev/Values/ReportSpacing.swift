// Estimates the usual time between reports of motion, from which the number of missing reports is computed. A busy
// machine delays a report, and some devices send theirs in bursts; so the estimate is the mean of many times,
// without the longest.

/// The usual time between two reports.
struct ReportSpacing: Sendable {
    private static let most = 128
    private var latest: [Double] = []
    private var oldest = 0

    init() { latest.reserveCapacity(Self.most) }

    /// Adds the time from one report to the next, in nanoseconds.
    mutating func add(_ nanoseconds: Double) {
        guard latest.count == Self.most else { return latest.append(nanoseconds) }
        latest[oldest] = nanoseconds
        oldest = (oldest + 1) % Self.most
    }

    /// The usual time among the latest; `nil` before two reports.
    var nanoseconds: Double? {
        guard latest.count > 1, let longest = latest.max() else { return latest.first }
        return (latest.reduce(0, +) - longest) / Double(latest.count - 1)
    }
}
