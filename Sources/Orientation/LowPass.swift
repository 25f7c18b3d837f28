// Everything slow in the filter passes through here: acceleration, rest, bias, the magnetic field.
// One Butterworth filter of second order, which begins with the mean of what it has seen, so that
// it is right from the first sample rather than after swinging in.

/// A Butterworth low-pass filter of second order over several numbers at once.
struct LowPass<Value: SIMD & Sendable & BitwiseCopyable>: Sendable, BitwiseCopyable
where Value.Scalar == Double {
    private var coefficients: LowPassCoefficients
    private var mean = Value.zero
    private var count = 0
    private var isRunning = false
    // The filter's memory in the transposed direct form II.
    private var near = Value.zero
    private var far = Value.zero

    init(_ coefficients: LowPassCoefficients) {
        self.coefficients = coefficients
    }

    /// A filter that has had this level forever.
    init(_ coefficients: LowPassCoefficients, settledAt level: Value) {
        self.coefficients = coefficients
        mean = level
        count = coefficients.samplesOfMean
        run()
    }

    /// Takes a sample in and answers the smoothed value.
    @inline(__always)
    mutating func update(_ sample: Value) -> Value {
        guard isRunning else { return begin(sample) }
        let weighed = coefficients.now * sample
        let smoothed = near + weighed
        near = far + (weighed + weighed) - coefficients.last * smoothed
        far = weighed - coefficients.beforeLast * smoothed
        return smoothed
    }

    /// Takes means again, as at the beginning, of which what it knows is a part.
    ///
    /// - Parameter weight: How many samples that part is worth.
    mutating func reopen(weightInSamples weight: Double) {
        mean = level
        let most = isRunning ? coefficients.samplesOfMean - 1 : min(count, samplesOfMean - 1)
        count = min(most, weight < 1e9 ? max(0, Int(weight)) : most)
        isRunning = false
    }

    /// Goes on with other weights, from where it is.
    mutating func change(to other: LowPassCoefficients) {
        mean = level
        let share = Double(count) / Double(samplesOfMean)
        coefficients = other
        count = min(samplesOfMean, Int((share * Double(samplesOfMean)).rounded(.up)))
        if isRunning { run() }
    }

    /// How many samples it begins with the mean of.
    var samplesOfMean: Int { coefficients.samplesOfMean }

    /// Where it is, but for what still swings.
    private var level: Value { isRunning ? near / (1 - coefficients.now) : mean }

    /// Goes on as if the mean had been there forever.
    private mutating func run() {
        isRunning = !coefficients.letsAllPass
        guard isRunning else { return }
        near = mean * (1 - coefficients.now)
        far = mean * (coefficients.now - coefficients.beforeLast)
    }

    /// The mean of the samples so far, until a time constant has passed.
    @inline(never)
    private mutating func begin(_ sample: Value) -> Value {
        guard !coefficients.letsAllPass else {
            mean = sample
            return sample
        }
        count += 1
        mean += (sample - mean) / Double(count)
        if count >= coefficients.samplesOfMean { run() }
        return mean
    }
}

/// How a low-pass filter weighs samples, worked out once.
struct LowPassCoefficients: Sendable, BitwiseCopyable {
    /// The weight of the sample itself; that of the last is twice as much, of the one before equal.
    let now: Double
    /// The weight of the last smoothed value.
    let last: Double
    /// The weight of the smoothed value before the last.
    let beforeLast: Double
    /// How many samples a time constant has.
    let samplesOfMean: Int

    /// Whether a time constant is too short for the rate: then a sample leaves nothing behind.
    var letsAllPass: Bool { now >= 1 }

    /// The filter whose step response rises as fast as a first-order one with this time constant.
    ///
    /// Its cutoff is √2 / (2π τ). A time constant too short for the rate lets everything pass.
    init(timeConstantInSeconds timeConstant: Double, stepInSeconds step: Double) {
        let samples = (timeConstant / step).rounded(.up)
        samplesOfMean = samples < 1e9 ? max(1, Int(samples)) : 1_000_000_000
        // The cutoff as the bilinear transform bends it: tan(π · cutoff / rate).
        let quarterTurns = step / (2.0.squareRoot() * timeConstant)
        guard quarterTurns < 1.5 else {
            (now, last, beforeLast) = (1, 2, 1)
            return
        }
        let angle = PortableMath.sineAndCosine(radians: quarterTurns)
        let bent = angle.sine / angle.cosine
        let whole = bent * bent + 2.0.squareRoot() * bent + 1
        now = bent * bent / whole
        last = 2 * (bent * bent - 1) / whole
        beforeLast = (bent * bent - 2.0.squareRoot() * bent + 1) / whole
    }
}
