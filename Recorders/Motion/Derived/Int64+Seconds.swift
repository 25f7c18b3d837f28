// How far two instants are apart, where instants may be any number: what a hostile clock says must
// neither trap nor turn around.

extension Int64 {
    /// Seconds from an earlier instant to this one, both in nanoseconds.
    func seconds(since earlier: Int64) -> Double {
        let (difference, isTooLarge) = subtractingReportingOverflow(earlier)
        return (isTooLarge ? Double(self) - Double(earlier) : Double(difference)) / 1e9
    }
}
