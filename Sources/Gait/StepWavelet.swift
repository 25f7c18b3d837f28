// The wavelet transform whose maxima are foot contacts: the vertical acceleration convolved with the derivative of a
// Gaussian. This equals the second derivative of a Gaussian over the vertical velocity, as in Paraschiv-Ionescu and
// others (Journal of NeuroEngineering and Rehabilitation 16, 2019), of the family of wavelets introduced by McCamley
// and others (Gait & Posture 36, 2012).

internal import Orientation

/// The slope of the smoothed vertical acceleration, point by point, half a second late.
struct StepWavelet: Sendable {
    /// The delay of the transform in points: half of its longest kernel.
    static let delay = 50
    private static let capacity = 128

    private var ring = [Double](repeating: 0, count: capacity)
    private var kernel = [Double](repeating: 0, count: delay + 1)
    private var reach = 0
    private var count = 0
    private var deviation = 0.0

    /// Sets the Gaussian's standard deviation, in points.
    mutating func scale(toDeviation wanted: Double) {
        guard abs(wanted - deviation) > 0.02 * wanted else { return }
        deviation = wanted
        reach = min(Self.delay, Int((3 * wanted).rounded(.up)))
        var slope = 0.0
        for index in 1...reach {
            let share = Double(index) / wanted
            kernel[index] =
                Double(index) * (1 - PortableMath.approach(timeConstants: share * share / 2))
            slope += 2 * kernel[index] * Double(index)
        }
        // Normalizes the kernel so that a straight line gives its own slope.
        for index in 1...reach { kernel[index] /= slope }
    }

    /// Processes a point and returns the slope, in g a point, `delay` points earlier.
    mutating func update(_ vertical: Double) -> Double? {
        ring[count & (Self.capacity - 1)] = vertical
        count += 1
        guard count > 2 * Self.delay else { return nil }
        let middle = count - 1 - Self.delay
        var slope = 0.0
        for index in 1...reach {
            slope +=
                kernel[index]
                * (ring[(middle + index) & (Self.capacity - 1)]
                    - ring[(middle - index) & (Self.capacity - 1)])
        }
        return slope
    }
}
