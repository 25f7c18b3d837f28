// The time between any two instants. A hostile clock may report any number, which must neither trap nor
// overflow.

extension Int64 {
    /// Seconds from an earlier instant to this one, both in nanoseconds.
    func seconds(since earlier: Int64) -> Double {
        let (difference, isTooLarge) = subtractingReportingOverflow(earlier)
        return (isTooLarge ? Double(self) - Double(earlier) : Double(difference)) / 1e9
    }

    /// The instant this many seconds later, or the last possible one.
    func advanced(bySeconds seconds: Double) -> Int64 {
        let nanoseconds = (seconds * 1e9).rounded()
        // A comparison with NaN is false.
        guard nanoseconds.magnitude < 9.2e18 else { return seconds < 0 ? .min : .max }
        let (sum, isTooLarge) = addingReportingOverflow(Int64(nanoseconds))
        return isTooLarge ? (nanoseconds < 0 ? .min : .max) : sum
    }
}
