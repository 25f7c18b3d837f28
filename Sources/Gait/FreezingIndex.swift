// A person whose gait freezes trembles: the power moves from the frequencies of steps to those above.

/// The freezing index of Moore and others (Journal of Neuroscience Methods 167, 2008).
public enum FreezingIndex {
    /// How long the window is of which one index is made, in seconds.
    public static let windowInSeconds = 6.0

    /// Below 0.5 Hz there is no wave to be told from the mean.
    private static let shortestInSeconds = 2.0
    /// Twice the highest frequency, in hertz.
    private static let lowestRate = 16.0

    /// The power from 3 to 8 Hz over that from 0.5 to 3 Hz.
    ///
    /// The mean is taken away, and nothing tapered. A frequency of exactly 3 Hz counts above.
    ///
    /// - Parameters:
    ///   - vertical: Even samples of the vertical acceleration, in any unit, with gravity or without.
    ///   - rate: How many there are a second.
    /// - Returns: The index; none for less than two seconds or 16 Hz, or where nothing moves.
    public static func of(vertical: [Double], rateInHertz rate: Double) -> Measured<Double> {
        let seconds = Double(vertical.count) / rate
        guard rate >= lowestRate else {
            return .absent(.rateTooLow(hertz: rate, needed: lowestRate))
        }
        guard seconds >= shortestInSeconds else {
            return .absent(.tooShort(seconds: seconds, needed: shortestInSeconds))
        }
        let mean = vertical.reduce(0, +) / Double(vertical.count)
        let spectrum = Spectrum(vertical.map { $0 - mean }, rateInHertz: rate)
        func power(from lower: Double, below upper: Double) -> Double {
            spectrum.waves(from: lower, below: upper).reduce(0) {
                $0 + spectrum.power(ofWaves: $1)
            }
        }
        let steps = power(from: 0.5, below: 3)
        guard steps > 0 else { return .absent(.stillness) }
        return .figure(power(from: 3, below: 8) / steps, by: .bandPower, .good)
    }
}
