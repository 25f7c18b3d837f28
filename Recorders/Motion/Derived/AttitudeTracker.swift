// The filter beside the clock: how far two samples are apart, what to do about those that are
// missing between, and when to begin anew.
//
// A sensor reads evenly, but the stamps of many tell when readings arrived. So each reading turns the
// attitude for the mean of the last steps, and a little of what these means still owe to the time
// that has passed: the quivering of the stamps does not get into the angle, and the sum is right.

internal import Orientation

/// Follows a sensor's attitude from sample to sample.
struct AttitudeTracker {
    /// What the filter has made use of.
    struct Intake: Equatable {
        /// Whether neither rotation nor acceleration was refused.
        var isWhole: Bool
        /// Whether there was a magnetic field, and it was not refused.
        var hasField: Bool
    }

    /// The filter, with what it makes of the last sample.
    private(set) var filter: OrientationFilter
    /// How often it had to begin anew after a long gap.
    private(set) var restarts = 0

    private let rateInHertz: Double
    private var periodInSeconds: Double
    private var steps = 0.0
    /// Time that has passed by the stamps, and not turned yet.
    private var owedInSeconds = 0.0
    private var lastTime: Int64?
    private var lastGyroscope = SIMD3<Double>.zero
    private var lastAccelerometer = SIMD3<Double>.zero
    private var missing: Int64 = 0
    private var isMissingEstimated = false

    /// What turned in a longer gap is not known any more.
    private static let longestBridgeInSeconds = 1.0
    /// A second of the fastest sensors; a gap that counts more is no short one.
    private static let mostBridged: Int64 = 1 << 15
    /// Steps that the mean period is of.
    private static let memory = 256.0
    /// A step of so many periods is no late reading: some are missing, whatever nobody says.
    private static let oddPeriods = 16.0

    /// A tracker that knows nothing yet.
    ///
    /// - Parameter rate: How many samples a second there should be; the stamps say more.
    init(rateInHertz rate: Double) {
        // A comparison with what is no number is false.
        let rate = rate >= 1e-3 ? min(rate, 1e9) : 1e-3
        rateInHertz = rate
        periodInSeconds = 1 / rate
        filter = OrientationFilter(rateInHertz: rate)
    }

    /// Takes note that samples are missing before the next one; before the first it is no matter.
    mutating func skip(_ count: Int64, isEstimated: Bool = false) {
        guard count > 0 else { return }
        let (sum, isTooLarge) = missing.addingReportingOverflow(count)
        missing = isTooLarge ? .max : sum
        isMissingEstimated = isMissingEstimated || isEstimated
    }

    /// Takes in one sample; without an acceleration it is known only how the sensor turned.
    @discardableResult
    mutating func update(
        gyroscope: SIMD3<Double>,
        accelerometer: SIMD3<Double>?,
        magnetometer: SIMD3<Double>?,
        at time: Int64
    ) -> Intake {
        let turnTime = pass(to: time, gyroscope, accelerometer ?? lastAccelerometer)
        missing = 0
        isMissingEstimated = false
        let refusedBefore = filter.refusedReadings
        filter.update(
            gyroscope: gyroscope,
            // To the filter, exactly nothing is no reading.
            accelerometer: accelerometer ?? .zero,
            magnetometer: magnetometer,
            turnTimeInSeconds: turnTime
        )
        lastTime = time
        lastGyroscope = gyroscope
        if let accelerometer { lastAccelerometer = accelerometer }
        let hasField = magnetometer != nil && filter.magneticField == magnetometer
        var refused = filter.refusedReadings - refusedBefore
        if magnetometer != nil, !hasField { refused -= 1 }
        if accelerometer == nil { refused -= 1 }
        return Intake(isWhole: refused == 0, hasField: hasField)
    }

    /// Does what the time since the last sample asks for; answers how long this one has turned.
    private mutating func pass(
        to time: Int64,
        _ gyroscope: SIMD3<Double>,
        _ accelerometer: SIMD3<Double>
    ) -> Double {
        guard let lastTime else { return periodInSeconds }
        let elapsed = time.seconds(since: lastTime)
        let longest = Self.longestBridgeInSeconds
        if Double(missing) * periodInSeconds > longest || missing > Self.mostBridged
            || elapsed.magnitude > longest + 2 * periodInSeconds
        {
            filter = OrientationFilter(rateInHertz: rateInHertz)
            restarts += 1
            owedInSeconds = 0
            return periodInSeconds
        } else if missing > 0 {
            // Counted samples are worth more than stamps, and stamps more than estimates.
            let isByStamps = isMissingEstimated && elapsed > 0
            let turnTime = isByStamps ? elapsed / Double(missing + 1) : periodInSeconds
            bridge(missing, turnTime, to: gyroscope, accelerometer)
            return turnTime
        } else if steps >= Self.oddPeriods, elapsed.magnitude > Self.oddPeriods * periodInSeconds {
            // A clock that was set back says nothing of the step.
            guard elapsed > 0 else { return periodInSeconds }
            let untold = min(Self.mostBridged, Int64((elapsed / periodInSeconds).rounded()) - 1)
            let turnTime = elapsed / Double(untold + 1)
            bridge(untold, turnTime, to: gyroscope, accelerometer)
            return turnTime
        }
        return turnTime(afterStepOf: elapsed)
    }

    /// The mean of the last steps, of fewer at the beginning, and some of what is owed; a step back
    /// weighs like one forward.
    private mutating func turnTime(afterStepOf elapsed: Double) -> Double {
        steps = min(steps + 1, Self.memory)
        periodInSeconds += (elapsed - periodInSeconds) / steps
        periodInSeconds = min(max(periodInSeconds, 1e-9), 1e3)
        let turnTime = max(0, periodInSeconds + owedInSeconds / Self.memory)
        owedInSeconds = min(max(owedInSeconds + elapsed - turnTime, -1), 1)
        return turnTime
    }

    /// What may have been felt in a short gap: evenly from the last sample to this one.
    private mutating func bridge(
        _ count: Int64,
        _ turnTime: Double,
        to gyroscope: SIMD3<Double>,
        _ accelerometer: SIMD3<Double>
    ) {
        for index in 1...count {
            let share = Double(index) / Double(count + 1)
            filter.update(
                gyroscope: lastGyroscope + (gyroscope - lastGyroscope) * share,
                accelerometer: lastAccelerometer + (accelerometer - lastAccelerometer) * share,
                turnTimeInSeconds: turnTime
            )
        }
    }
}
