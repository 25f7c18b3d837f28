// Computes decibels from ratios of amplitudes, using only IEEE's basic operations. So a level has the same
// digits on every machine, which the C library's logarithm does not guarantee.

/// Decibels of full scale.
enum Decibels {
    /// The value for silence: SageResearch's meters show no less.
    static let floor = -160.0

    /// A ratio of amplitudes in dB, at least `floor`.
    static func of(_ ratio: Double) -> Double {
        guard ratio > 0, ratio.isFinite else { return floor }
        return max(floor, decibelsOfE * logarithm(ratio))
    }

    /// 20 / ln 10.
    private static let decibelsOfE = 8.685889638065037

    /// The natural logarithm of a positive number.
    private static func logarithm(_ number: Double) -> Double {
        var (exponent, fraction) = (Double(number.exponent), number.significand)
        // Keep the fraction near 1, where the series converges fast.
        if fraction > 1.4142135623730951 { (exponent, fraction) = (exponent + 1, fraction / 2) }
        let ratio = (fraction - 1) / (fraction + 1)
        let square = ratio * ratio
        // 2 artanh; the omitted terms are below the last digit.
        var sum = 0.0
        for odd in stride(from: 23.0, through: 1, by: -2) { sum = sum * square + 1 / odd }
        return exponent * 0.6931471805599453 + 2 * ratio * sum
    }
}
