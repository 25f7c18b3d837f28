// Detects freezing of gait: the person trembles, and the power moves from the frequencies of steps to higher ones.

/// The freezing index of Moore and others (Journal of Neuroscience Methods 167, 2008).
public enum FreezingIndex {
    /// The length of the window for one index, in seconds.
    public static let windowInSeconds = 6.0

    /// Over less time, a wave of 0.5 Hz cannot be distinguished from the mean.
    private static let shortestInSeconds = 2.0
    /// Twice the highest frequency used, in hertz.
    private static let lowestRate = 16.0

    /// The power from 3 to 8 Hz divided by that from 0.5 to 3 Hz.
    ///
    /// Removes the mean and applies no taper. A frequency of exactly 3 Hz counts as higher.
    ///
    /// - Parameters:
    ///   - vertical: Evenly spaced samples of the vertical acceleration, in any unit, with or without gravity.
    ///   - rate: The number of samples a second.
    /// - Returns: The index; absent below two seconds or 16 Hz, or without movement.
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
