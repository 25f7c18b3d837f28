// Gait happens along the vertical and about it, and a sensor is strapped on as it comes. This is where
// the mounting goes: behind it there is up, level and turning, and no axis of a sensor any more.

internal import Orientation

/// A sample by the vertical.
struct LevelSample: Sendable, Hashable {
    var seconds: Double
    /// Upward, in g, without gravity.
    var vertical: Double
    /// In g, in a level frame that does not turn with the body.
    var level: SIMD2<Double>
    /// About the vertical, in rad/s, to the left positive; `nil` where there is no gyroscope.
    var turning: Double?
}

/// Finds the vertical of samples as they come.
struct Leveller: Sendable {
    /// A longer hole than this turns the sensor by nobody knows how much.
    private static let longestBridgedHoleInSeconds = 0.5
    /// How much the attitude from before such a hole still weighs.
    private static let trustAfterHoleInSeconds = 1.0

    private var gate = TimeGate<GaitSample>(longestStepInSeconds: GaitStream.longestHoleInSeconds)
    private var filter: InclinationFilter
    private var lastSeconds: Double?
    private var lastRotation: (seconds: Double, rate: SIMD3<Double>)?
    /// How many samples were no readings, or not later than the one before, and were left out.
    private(set) var refusedSamples = 0

    init(rateInHertz rate: Double) {
        filter = InclinationFilter(rateInHertz: rate)
    }

    /// The samples by the vertical that are known to be in order now: none of one that is left out.
    mutating func update(_ sample: GaitSample) -> [LevelSample] {
        guard sample.isReading else {
            refusedSamples += 1
            return []
        }
        let passed = gate.take(sample, at: sample.seconds)
        refusedSamples += passed.refused
        return passed.samples.map { level($0) }
    }

    private mutating func level(_ sample: GaitSample) -> LevelSample {
        let elapsed = lastSeconds.map { sample.seconds - $0 }
        lastSeconds = sample.seconds
        if let elapsed, elapsed > Self.longestBridgedHoleInSeconds {
            filter.levelAnew(
                afterSeconds: elapsed,
                trustInSeconds: Self.trustAfterHoleInSeconds
            )
        }
        if let rate = sample.rotation { lastRotation = (sample.seconds, rate) }
        // One rotation that is missing is like the one before, as of one sample that is missing.
        let rotation = lastRotation.flatMap {
            sample.seconds - $0.seconds <= EvenGrid.longestFilledHoleInSeconds ? $0.rate : nil
        }
        filter.update(
            gyroscope: rotation ?? .zero,
            accelerometer: sample.acceleration,
            turnTimeInSeconds: elapsed
        )
        let upward = sample.up.map { $0 / $0.dot($0).squareRoot() } ?? filter.gravity
        let world = filter.attitude.rotate(sample.acceleration)
        return LevelSample(
            seconds: sample.seconds,
            vertical: sample.acceleration.dot(upward) - 1,
            level: SIMD2(world.x, world.y),
            turning: rotation == nil ? nil : filter.rotationRate.dot(upward)
        )
    }
}
