// Detects that a receiver has set its clock: when it first learns the time, or by seconds when it learns of leap
// seconds. Time that its reports skip in this way is not time without a fix.

internal import SystemCalls

/// Detects steps of a receiver's clock from the arrivals of its reports.
struct ClockSteps: Sendable {
    /// The newest time, when it was seen, and the greatest lead of the receiver's clock over ours; reports come
    /// late, never early.
    private var newest: (time: Int64, lead: Int64, seen: Int64)?
    /// How much time the reports without a time represent since then.
    private var untimed: Int64 = 0
    /// Whether the clock was set since the last call of `heed`.
    private(set) var wasSet = false

    /// Adds a report.
    ///
    /// - Parameters:
    ///   - time: The receiver's time; `nil` if unknown, in which case one spacing is assumed to have passed.
    ///   - seen: When the report had arrived, by our clock.
    ///   - spacing: The spacing of fixes; its `patience` is how much the lead may grow without a step.
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
        // If a receiver's data is replayed faster than real time, its reports without a time represent more time than
        // passed between the arrivals; the lead may grow by the difference.
        let most = spacing.patience.addingClamped(max(0, untimed &- (seen &- before.seen)))
        let goesOn = time >= before.time && lead &- before.lead <= most
        if !goesOn { wasSet = true }
        newest = (time, goesOn ? max(lead, before.lead) : lead, seen)
    }

    /// Resets `wasSet`.
    mutating func heed() { wasSet = false }
}
