// Computes further figures from the vertical acceleration of a bout: how regular and smooth the steps are, and how high
// the body rises in them.

/// The vertical acceleration of a bout.
struct BoutSignal {
    /// The fewest steps for figures of the whole signal.
    static let fewestSteps = 6
    private static let harmonics = 20

    let steps: WalkedSteps
    let passage: RecordedPassage

    private func verticals(during time: Range<Double>) -> [Double] {
        passage.points[passage.indices(during: time)].map(\.vertical)
    }

    private var meanStep: Double {
        steps.steps.reduce(0) { $0 + $1.duration } / Double(steps.steps.count)
    }

    /// The unbiased autocorrelation at the lag of a step and of a stride (Moe-Nilssen and Helbostad, Journal of
    /// Biomechanics 37, 2004): its maxima within a quarter (step) and an eighth (stride) of the expected lag.
    func regularity() -> (step: Double, stride: Double)? {
        guard let first = steps.steps.first, let last = steps.steps.last else { return nil }
        let values = verticals(during: first.start..<last.end)
        let mean = values.reduce(0, +) / Double(values.count)
        let centred = values.map { $0 - mean }
        func correlation(_ lag: Int) -> Double {
            var sum = 0.0
            for index in lag..<centred.count { sum += centred[index] * centred[index - lag] }
            return sum / Double(centred.count - lag)
        }
        let power = correlation(0)
        guard power > 0 else { return nil }
        func largest(near lag: Double, within share: Double) -> Double? {
            let lags = Int(lag * (1 - share))...Int(lag * (1 + share))
            guard lags.upperBound < centred.count else { return nil }
            return lags.map(correlation).max().map { $0 / power }
        }
        let lag = meanStep * EvenGrid.rateInHertz
        guard let step = largest(near: lag, within: 0.25),
            let stride = largest(near: 2 * lag, within: 0.125)
        else { return nil }
        return (step, stride)
    }

    /// The mean over the strides of the ratio of even to odd harmonics, of the first twenty (Menz and others, Gait &
    /// Posture 18, 2003).
    func harmonicRatio() -> Double? {
        let ratios = steps.strides.compactMap { stride -> Double? in
            let values = verticals(during: stride.start..<stride.end)
            guard values.count > 2 * Self.harmonics else { return nil }
            let spectrum = Spectrum(values, rateInHertz: EvenGrid.rateInHertz)
            var sums = (even: 0.0, odd: 0.0)
            for harmonic in 1...Self.harmonics {
                let size = spectrum.power(ofWaves: harmonic).squareRoot()
                if harmonic.isMultiple(of: 2) { sums.even += size } else { sums.odd += size }
            }
            return sums.odd > 0 ? sums.even / sums.odd : nil
        }
        return ratios.isEmpty ? nil : ratios.reduce(0, +) / Double(ratios.count)
    }

    /// How high the body rises in a step, and how long the step takes.
    struct Rise {
        var metres: Double
        var seconds: Double

        /// The step length by the model of an inverted pendulum (Zijlstra and Hof, Gait & Posture 18, 2003), with their
        /// factor for the contribution of an adult's foot.
        func length(ofLeg leg: Double) -> Length {
            Length(
                metres: 1.25 * 2 * (2 * leg * metres - metres * metres).squareRoot(),
                seconds: seconds
            )
        }
    }

    /// How long a step is, and how long it takes.
    struct Length {
        var metres: Double
        var seconds: Double
    }

    /// Integrates the vertical acceleration twice to heights.
    ///
    /// Removes drift by subtracting the mean over a stride, which preserves what repeats with steps and strides.
    func rises() -> [Rise] {
        guard let first = steps.steps.first, let last = steps.steps.last else { return [] }
        let margin = 4 * meanStep
        let indices = passage.indices(during: first.start - margin..<last.end + margin)
        let window = Int((2 * meanStep * EvenGrid.rateInHertz).rounded())
        let acceleration = passage.points[indices].map { $0.vertical * standardGravity }
        let velocity = Self.integrated(acceleration)
        let heights = Self.integrated(Self.withoutDrift(velocity, window))
        let level = Self.withoutDrift(heights, window)
        return steps.steps.compactMap { step in
            let part = passage.indices(during: step.start..<step.end)
            let heights = level[
                max(
                    0,
                    part.lowerBound - indices.lowerBound
                )..<(part.upperBound
                    - indices.lowerBound)
            ]
            guard let highest = heights.max(), let lowest = heights.min() else { return nil }
            return Rise(metres: highest - lowest, seconds: step.duration)
        }
    }

    /// Integrates by the trapezoidal rule.
    private static func integrated(_ values: [Double]) -> [Double] {
        var sum = 0.0
        var last = values.first ?? 0
        return values.map { value in
            sum += (value + last) / 2 / EvenGrid.rateInHertz
            last = value
            return sum
        }
    }

    /// Subtracts from each value the mean of a window around it, whose two end values have half weight.
    private static func withoutDrift(_ values: [Double], _ window: Int) -> [Double] {
        var sums = [0.0]
        for value in values { sums.append((sums.last ?? 0) + value) }
        let half = window / 2
        return values.indices.map { index in
            let reach = min(half, index, values.count - 1 - index)
            guard reach > 0 else { return values[index] - values[index] }
            let inner = sums[index + reach] - sums[index - reach + 1]
            let ends = (values[index - reach] + values[index + reach]) / 2
            return values[index] - (inner + ends) / Double(2 * reach)
        }
    }
}
