// Gait is analysed along and about the vertical, but a sensor may be mounted in any direction. The leveller makes the
// result independent of the mounting: it converts the sensor's axes to vertical, horizontal and rotation about the
// vertical.

internal import Orientation

/// A sample relative to the vertical.
struct LevelSample: Sendable, Hashable {
    var seconds: Double
    /// Vertical acceleration in g, upward, without gravity.
    var vertical: Double
    /// Horizontal acceleration in g; its axes keep their direction while the body turns.
    var level: SIMD2<Double>
    /// Rotation about the vertical in rad/s, positive to the left; `nil` without a gyroscope.
    var turning: Double?
}

/// Finds the vertical in samples as they arrive.
struct Leveller: Sendable {
    /// After a longer hole the tilt is estimated again, since the sensor may have turned meanwhile.
    private static let longestBridgedHoleInSeconds = 0.5
    /// After such a hole, the old attitude weighs as much as this many seconds of new samples.
    private static let trustAfterHoleInSeconds = 1.0

    private var gate = TimeGate<GaitSample>(longestStepInSeconds: GaitStream.longestHoleInSeconds)
    private var filter: InclinationFilter
    private var lastSeconds: Double?
    private var lastRotation: (seconds: Double, rate: SIMD3<Double>)?
    /// How many samples were implausible, or not later than the one before, and were dropped.
    private(set) var refusedSamples = 0

    init(rateInHertz rate: Double) {
        filter = InclinationFilter(rateInHertz: rate)
    }

    /// Processes a sample; returns the levelled samples.
    ///
    /// The first sample and one whose time jumps far ahead are held back until the next one confirms them, or dropped.
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
        var turnTime = elapsed
        if let elapsed, elapsed > Self.longestBridgedHoleInSeconds {
            // The rotation of one sample does not show how the sensor turned in a hole, so it counts for one period.
            turnTime = nil
            filter.levelAnew(
                afterSeconds: elapsed,
                trustInSeconds: Self.trustAfterHoleInSeconds
            )
        }
        if let rate = sample.rotation { lastRotation = (sample.seconds, rate) }
        // If rotations are missing for at most `EvenGrid.longestFilledHoleInSeconds`, the last one is used.
        let rotation = lastRotation.flatMap {
            sample.seconds - $0.seconds <= EvenGrid.longestFilledHoleInSeconds ? $0.rate : nil
        }
        filter.update(
            gyroscope: rotation ?? .zero,
            accelerometer: sample.acceleration,
            turnTimeInSeconds: turnTime
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
