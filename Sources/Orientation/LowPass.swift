// The one low-pass filter for everything slow: acceleration, rest, bias and the magnetic field. It is a second-order
// Butterworth filter that starts with the plain mean of its samples, so it is accurate from the first sample on instead
// of settling slowly.

/// A Butterworth low-pass filter of second order over several numbers at once.
struct LowPass<Value: SmoothedVector>: Sendable, BitwiseCopyable {
    private var coefficients: LowPassCoefficients
    private var mean = Value.zero
    private var count = 0
    private var isRunning = false
    // The filter's state in the transposed direct form II.
    private var near = Value.zero
    private var far = Value.zero

    init(_ coefficients: LowPassCoefficients) {
        self.coefficients = coefficients
    }

    /// A filter in the steady state at this level.
    init(_ coefficients: LowPassCoefficients, settledAt level: Value) {
        self.coefficients = coefficients
        mean = level
        count = coefficients.samplesOfMean
        run()
    }

    /// Processes a sample and returns the smoothed value.
    @inline(__always)
    mutating func update(_ sample: Value) -> Value {
        guard isRunning else { return begin(sample) }
        let weighed = coefficients.now * sample
        let smoothed = near + weighed
        near = far + (weighed + weighed) - coefficients.last * smoothed
        far = weighed - coefficients.beforeLast * smoothed
        return smoothed
    }

    /// Restarts averaging as at the beginning, with the present value as part of the mean.
    ///
    /// - Parameter weight: How many samples that part counts for.
    mutating func reopen(weightInSamples weight: Double) {
        mean = level
        let most = isRunning ? coefficients.samplesOfMean - 1 : min(count, samplesOfMean - 1)
        count = min(most, weight < 1e9 ? max(0, Int(weight)) : most)
        isRunning = false
    }

    /// Continues with other coefficients from the present value.
    mutating func change(to other: LowPassCoefficients) {
        mean = level
        let share = Double(count) / Double(samplesOfMean)
        coefficients = other
        count = min(samplesOfMean, Int((share * Double(samplesOfMean)).rounded(.up)))
        if isRunning { run() }
    }

    /// The number of samples averaged at the beginning.
    var samplesOfMean: Int { coefficients.samplesOfMean }

    /// The present value, without transients.
    private var level: Value { isRunning ? near / (1 - coefficients.now) : mean }

    /// Starts the filter in the steady state at the mean.
    private mutating func run() {
        isRunning = !coefficients.letsAllPass
        guard isRunning else { return }
        near = mean * (1 - coefficients.now)
        far = mean * (coefficients.now - coefficients.beforeLast)
    }

    /// Averages the samples until a time constant has passed.
    @inline(never)
    private mutating func begin(_ sample: Value) -> Value {
        guard !coefficients.letsAllPass else {
            mean = sample
            return sample
        }
        count += 1
        mean = mean + (sample - mean) / Double(count)
        if count >= coefficients.samplesOfMean { run() }
        return mean
    }
}

/// Several numbers that a low-pass filter smooths alike.
///
/// The standard library's `SIMD` would do. Its generic arithmetic, however, calls several functions for each lane where
/// nothing is optimized, so that tests would wait for little else; these requirements bind to the operators of each type.
protocol SmoothedVector: Sendable, BitwiseCopyable {
    static var zero: Self { get }
    static func + (a: Self, b: Self) -> Self
    static func - (a: Self, b: Self) -> Self
    static func * (a: Double, b: Self) -> Self
    static func * (a: Self, b: Double) -> Self
    static func / (a: Self, b: Double) -> Self
}

extension SIMD2: SmoothedVector where Scalar == Double {}
extension SIMD3: SmoothedVector where Scalar == Double {}
extension SIMD4: SmoothedVector where Scalar == Double {}

/// The coefficients of a low-pass filter.
struct LowPassCoefficients: Sendable, BitwiseCopyable {
    /// The weight of the present sample and of the one before the last; the last sample weighs twice as much.
    let now: Double
    /// The weight of the last output, which is subtracted.
    let last: Double
    /// The weight of the output before the last, which is subtracted.
    let beforeLast: Double
    /// The number of samples in a time constant.
    let samplesOfMean: Int

    /// True if the time constant is too short for the rate, so that the output equals the input.
    var letsAllPass: Bool { now >= 1 }

    /// A filter whose step response rises as fast as that of a first-order one with this time constant.
    ///
    /// Its cutoff is √2 / (2π τ). With a time constant too short for the rate the output equals the input.
    init(timeConstantInSeconds timeConstant: Double, stepInSeconds step: Double) {
        let samples = (timeConstant / step).rounded(.up)
        samplesOfMean = samples < 1e9 ? max(1, Int(samples)) : 1_000_000_000
        // The cutoff after the bilinear transform: tan(π · cutoff / rate).
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
