// The transform in which a foot's contact is a maximum: the derivative of a Gaussian over the vertical
// acceleration. That is the second derivative of one over the vertical velocity, as Paraschiv-Ionescu and
// others have it (Journal of NeuroEngineering and Rehabilitation 16, 2019), of the family of wavelets that
// McCamley and others began with (Gait & Posture 36, 2012).

internal import Orientation

/// The slope of the smoothed vertical acceleration, point by point, half a second behind.
struct StepWavelet: Sendable {
    /// How many points the transform is behind: half of its longest kernel.
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
        // A straight line has the slope that it has.
        for index in 1...reach { kernel[index] /= slope }
    }

    /// Takes a point in and answers the slope, in g a point, `delay` points before it.
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
