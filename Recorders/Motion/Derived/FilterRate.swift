// Readings may seem to come at any rate, and filters are made for one.

/// The rates that a filter can be made for.
enum FilterRate {
    /// The nearest of them to a rate, in hertz.
    static func possible(_ rate: Double) -> Double {
        // A comparison with what is no number is false.
        rate >= 1e-3 ? min(rate, 1e9) : 1e-3
    }
}
