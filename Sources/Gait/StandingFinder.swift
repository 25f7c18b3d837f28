// Sway is measured while a person stands, but a recording does not say when that was. It can only show when the sensor
// hardly moved and kept its tilt, which is also true for sitting and lying.

/// Finds the times in which a sensor hardly moved, in samples as they arrive.
///
/// In each second the acceleration varies by less than 40 mg, and its mean stays within 20° of that of the first
/// second.
public struct StandingFinder: Sendable {
    /// The shortest time that is reported.
    public static let shortestInSeconds = 30.0
    /// Nobody stands still for longer: the person sits or lies, or does not wear the sensor.
    public static let longestStandingInSeconds = 600.0

    private static let windowInSeconds = 1.0
    private static let largestVariationInG = 0.04
    /// The cosine of 20°.
    private static let leastCosine = 0.9397

    /// The samples of one second.
    private struct Window: Sendable {
        var start: Double
        var last: Double
        var count = 0.0
        var sum = SIMD3<Double>.zero
        var squares = SIMD3<Double>.zero

        mutating func add(_ sample: GaitSample) {
            last = sample.seconds
            count += 1
            sum += sample.acceleration
            squares += sample.acceleration * sample.acceleration
        }

        var mean: SIMD3<Double> { sum / count }

        var variationInG: Double {
            let variances = squares / count - mean * mean
            return max(0, variances.sum()).squareRoot()
        }
    }

    private var window: Window?
    /// The present time without movement.
    private var still: (start: Double, end: Double, mean: SIMD3<Double>)?

    /// A finder without samples.
    public init() {}

    /// Since when the sensor has not moved; `nil` if it moves.
    public var stillSince: Double? { still?.start }

    /// Processes the next sample, later than the one before.
    ///
    /// - Parameter sample: The sample.
    /// - Returns: The time without movement that has just ended, if any.
    public mutating func update(_ sample: GaitSample) -> Range<Double>? {
        guard sample.isReading else { return nil }
        guard var current = window else {
            begin(with: sample)
            return nil
        }
        let elapsed = sample.seconds - current.last
        guard elapsed > 0 else { return nil }
        var told: Range<Double>?
        if elapsed > Self.windowInSeconds {
            told = judge(current)
            // A rest that began in the last window is too short to be reported.
            let rest = end()
            told = told ?? rest
            begin(with: sample)
        } else if sample.seconds - current.start >= Self.windowInSeconds {
            told = judge(current)
            begin(with: sample)
        } else {
            current.add(sample)
            window = current
        }
        return told
    }

    /// Ends the stream; the samples since the last whole second are judged like a second.
    ///
    /// - Returns: The time without movement that this ends, if any.
    public mutating func finish() -> Range<Double>? {
        guard let current = window else { return nil }
        window = nil
        let told = judge(current)
        // A rest that began in the last window is too short to be reported.
        let rest = end()
        return told ?? rest
    }

    private mutating func begin(with sample: GaitSample) {
        var window = Window(start: sample.seconds, last: sample.seconds)
        window.add(sample)
        self.window = window
    }

    private mutating func judge(_ window: Window) -> Range<Double>? {
        guard window.variationInG < Self.largestVariationInG else { return end() }
        if let current = still, Self.isAlike(window.mean, current.mean) {
            still?.end = window.last
            return nil
        }
        let told = end()
        still = (window.start, window.last, window.mean)
        return told
    }

    private mutating func end() -> Range<Double>? {
        defer { still = nil }
        guard let still, still.end - still.start >= Self.shortestInSeconds else { return nil }
        return still.start..<still.end
    }

    private static func isAlike(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool {
        let lengths = (a.dot(a) * b.dot(b)).squareRoot()
        return a.dot(b) >= leastCosine * lengths
    }
}
