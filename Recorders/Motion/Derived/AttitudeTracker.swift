// The filter beside the clock: how far two samples are apart, what to do about those that are
// missing between, and when to begin anew.

internal import Orientation

/// Follows a sensor's attitude from sample to sample.
struct AttitudeTracker {
    /// The filter, with what it makes of the last sample.
    private(set) var filter: OrientationFilter
    /// How often it had to begin anew after a long gap.
    private(set) var restarts = 0

    private let rateInHertz: Double
    private var periodInSeconds: Double
    private var steps = 0.0
    private var lastTime: Int64?
    private var lastGyroscope = SIMD3<Double>.zero
    private var lastAccelerometer = SIMD3<Double>.zero
    private var missing: Int64 = 0

    /// What turned in a longer gap is not known any more.
    private static let longestBridgeInSeconds = 1.0
    /// Steps that the mean period is of: those of arrival stamps quiver.
    private static let memory = 256.0

    init(rateInHertz: Double) {
        // A filter wants a rate; what is no rate is no matter, since the stamps say more.
        let rate = min(max(rateInHertz, 1e-3), 1e9)
        self.rateInHertz = rate
        periodInSeconds = 1 / rate
        filter = OrientationFilter(rateInHertz: rate)
    }

    /// Takes note that samples are missing before the next one.
    mutating func skip(_ count: Int64) {
        let (sum, isTooLarge) = missing.addingReportingOverflow(max(0, count))
        missing = isTooLarge ? .max : sum
    }

    /// Takes in one sample; without an acceleration it is known only how the sensor turned.
    mutating func update(
        gyroscope: SIMD3<Double>,
        accelerometer: SIMD3<Double>?,
        magnetometer: SIMD3<Double>?,
        at time: Int64
    ) {
        let elapsed = lastTime.map { Double(time &- $0) / 1e9 } ?? periodInSeconds
        if Double(missing) * periodInSeconds > Self.longestBridgeInSeconds
            || elapsed > Self.longestBridgeInSeconds + 2 * periodInSeconds
        {
            filter = OrientationFilter(rateInHertz: rateInHertz)
            restarts += 1
        } else if missing > 0 {
            bridge(to: gyroscope, accelerometer ?? lastAccelerometer)
        } else if lastTime != nil {
            learn(elapsed)
        }
        missing = 0
        filter.update(
            gyroscope: gyroscope,
            // To the filter, exactly nothing is no reading.
            accelerometer: accelerometer ?? .zero,
            magnetometer: magnetometer,
            turnTimeInSeconds: periodInSeconds
        )
        lastTime = time
        lastGyroscope = gyroscope
        if let accelerometer { lastAccelerometer = accelerometer }
    }

    /// The mean of the last steps, of fewer at the beginning.
    private mutating func learn(_ elapsed: Double) {
        guard elapsed >= 0 else { return }
        steps = min(steps + 1, Self.memory)
        periodInSeconds += (elapsed - periodInSeconds) / steps
        periodInSeconds = min(max(periodInSeconds, 1e-9), 1e3)
    }

    /// What may have been felt in a short gap: evenly from the last sample to this one.
    private mutating func bridge(
        to gyroscope: SIMD3<Double>,
        _ accelerometer: SIMD3<Double>
    ) {
        for index in 1...missing {
            let share = Double(index) / Double(missing + 1)
            filter.update(
                gyroscope: lastGyroscope + (gyroscope - lastGyroscope) * share,
                accelerometer: lastAccelerometer + (accelerometer - lastAccelerometer) * share,
                turnTimeInSeconds: periodInSeconds
            )
        }
    }
}
