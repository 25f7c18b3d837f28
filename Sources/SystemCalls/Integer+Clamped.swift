// Sums that cannot overflow: counts read from a file may be anything, and must not crash the program.

extension FixedWidthInteger {
    /// The sum, clamped to the range of the type.
    public func addingClamped(_ other: Self) -> Self {
        let sum = addingReportingOverflow(other)
        guard sum.overflow else { return sum.partialValue }
        return other < 0 ? .min : .max
    }

    /// The difference, clamped to the range of the type.
    public func subtractingClamped(_ other: Self) -> Self {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (self < 0 ? .min : .max) : difference
    }
}
