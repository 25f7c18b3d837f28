// Everything slow in the filter passes through here: acceleration, rest, bias, the magnetic field.
// One Butterworth filter of second order, which begins with the mean of what it has seen, so that
// it is right from the first sample rather than after swinging in.

/// A Butterworth low-pass filter of second order over several numbers at once.
struct LowPass<Value: SIMD & Sendable & BitwiseCopyable>: Sendable, BitwiseCopyable
where Value.Scalar == Double {
    private let coefficients: LowPassCoefficients
    private var mean = Value.zero
    private var count = 0
    private var isRunning = false
    // The filter's memory in the transposed direct form II.
    private var near = Value.zero
    private var far = Value.zero

    init(_ coefficients: LowPassCoefficients) {
        self.coefficients = coefficients
    }

    /// Takes a sample in and answers the smoothed value.
    @inline(__always)
    mutating func update(_ sample: Value) -> Value {
        guard isRunning else { return begin(sample) }
        let smoothed = near + coefficients.now * sample
        near = far + 2 * coefficients.now * sample - coefficients.last * smoothed
        far = coefficients.now * sample - coefficients.beforeLast * smoothed
        return smoothed
    }

    /// The mean of the samples so far, until a time constant has passed.
    @inline(never)
    private mutating func begin(_ sample: Value) -> Value {
        count += 1
        mean += (sample - mean) / Double(count)
        if count >= coefficients.samplesOfMean {
            // As if the mean had been there forever.
            isRunning = true
            near = mean * (1 - coefficients.now)
            far = mean * (coefficients.now - coefficients.beforeLast)
        }
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
