// Limits rates to those for which a filter can be made: timestamps may suggest any rate.

/// The rates for which a filter can be made.
enum FilterRate {
    /// The nearest possible rate, in hertz.
    static func possible(_ rate: Double) -> Double {
        // A comparison with NaN is false, so NaN gives the lowest rate.
        rate >= 1e-3 ? min(rate, 1e9) : 1e-3
    }
}
