// Counts that a file tells are whatever somebody wrote there: their sums must stop no program.

extension FixedWidthInteger {
    /// The sum, or the largest number where there is none so large.
    public func addingClamped(_ other: Self) -> Self {
        let sum = addingReportingOverflow(other)
        guard sum.overflow else { return sum.partialValue }
        return other < 0 ? .min : .max
    }

    /// The difference, or the nearest number that there is.
    public func subtractingClamped(_ other: Self) -> Self {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (self < 0 ? .min : .max) : difference
    }
}
