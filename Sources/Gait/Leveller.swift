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

    private let rate: Double
    private var filter: InclinationFilter?
    private var lastSeconds: Double?
    private var lastRotation = SIMD3<Double>.zero
    /// How many samples were no readings, or not later than the one before, and were left out.
    private(set) var refusedSamples = 0

    init(rateInHertz rate: Double) {
        self.rate = rate
    }

    private func begin(with sample: GaitSample) -> InclinationFilter {
        var settings = OrientationSettings()
        // Without a gyroscope there is no bias to be found: what turns is then taken for still, and smoothed.
        settings.bias.isEstimatedAtRest = sample.rotation != nil
        settings.bias.isEstimatedInMotion = sample.rotation != nil
        return InclinationFilter(rateInHertz: rate, settings: settings)
    }

    /// The sample by the vertical; `nil` for one that is left out.
    mutating func update(_ sample: GaitSample) -> LevelSample? {
        let elapsed = lastSeconds.map { sample.seconds - $0 }
        guard sample.isReading, elapsed ?? 1 > 0 else {
            refusedSamples += 1
            return nil
        }
        lastSeconds = sample.seconds
        var filter = self.filter ?? begin(with: sample)
        defer { self.filter = filter }
        if let elapsed, elapsed > Self.longestBridgedHoleInSeconds {
            filter.levelAnew(
                afterSeconds: elapsed,
                trustInSeconds: Self.trustAfterHoleInSeconds
            )
        }
        lastRotation = sample.rotation ?? lastRotation
        filter.update(
            gyroscope: lastRotation,
            accelerometer: sample.acceleration,
            turnTimeInSeconds: elapsed
        )
        let upward = sample.up.map { $0 / $0.dot($0).squareRoot() } ?? filter.gravity
        let world = filter.attitude.rotate(sample.acceleration)
        return LevelSample(
            seconds: sample.seconds,
            vertical: sample.acceleration.dot(upward) - 1,
            level: SIMD2(world.x, world.y),
            turning: sample.rotation == nil ? nil : filter.rotationRate.dot(upward)
        )
    }
}
