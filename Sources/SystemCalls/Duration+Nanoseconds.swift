// The kernel counts nanoseconds in 64 bits; a `Duration` can say more than that.

extension Duration {
    /// Whole nanoseconds, held at the ends of what 64 bits can say.
    public var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, over) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return over ? (seconds < 0 ? .min : .max) : sum
    }
}
