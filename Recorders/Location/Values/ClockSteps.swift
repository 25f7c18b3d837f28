// A receiver sets its clock: when it learns the time, by seconds when it learns of leap seconds. The time that its reports
// then skip is no time without a fix.

internal import SystemCalls

/// Finds where a receiver's clock was set, by when its reports come.
struct ClockSteps: Sendable {
    /// The newest time, and how far ahead of ours the receiver's clock has been: reports come late, and never early.
    private var newest: (time: Int64, lead: Int64, seen: Int64)?
    /// How much time the reports since stand for, which had none.
    private var untimed: Int64 = 0
    /// Whether it was set since that was heeded.
    private(set) var wasSet = false

    /// Takes a report.
    ///
    /// - Parameters:
    ///   - time: The time by the receiver; `nil` where it does not know it, and so much time as fixes are apart passes.
    ///   - seen: When the report was there, by our clock.
    ///   - spacing: How far fixes are apart, and how much earlier than any before a report may come.
    mutating func take(_ time: Int64?, seen: Int64, spacing: FixSpacing) {
        guard let time else {
            untimed = untimed.addingClamped(spacing.nanoseconds)
            return
        }
        defer { untimed = 0 }
        let lead = time &- seen
        guard let before = newest else {
            newest = (time, lead, seen)
            return
        }
        // A receiver that is played faster than life has more reports than time.
        let most = spacing.patience.addingClamped(max(0, untimed &- (seen &- before.seen)))
        let goesOn = time >= before.time && lead &- before.lead <= most
        if !goesOn { wasSet = true }
        newest = (time, goesOn ? max(lead, before.lead) : lead, seen)
    }

    /// Counts from here on.
    mutating func heed() { wasSet = false }
}
