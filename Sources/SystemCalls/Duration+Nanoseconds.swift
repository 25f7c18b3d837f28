// Converts durations to nanoseconds. The kernel counts them in 64 bits; a `Duration` can be longer.

extension Duration {
    /// Whole nanoseconds, clamped to 64 bits.
    public var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, over) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return over ? (seconds < 0 ? .min : .max) : sum
    }
}
