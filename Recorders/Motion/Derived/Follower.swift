// Finds what one sensor measured at the instants of another's readings. Sensors of different devices or rates never
// read at the same time, so a value between two readings is interpolated. Where readings are missing, no value is
// made up.

internal import SampleStream

/// The readings of one sensor, queried at ascending instants.
struct Follower {
    /// What is known about an instant.
    enum Answer: Equatable {
        /// Not known yet: wait for a later reading.
        case wait
        /// Nothing: the sensor began later.
        case notBegun
        /// The sensor's value, as read or interpolated between two readings.
        case felt(SIMD3<Double>, isInterpolated: Bool)
        /// Nothing: readings are missing here.
        case lost(GapReason)

        /// Why there is no value; `nil` if there is one, or if it is not known yet.
        var loss: GapReason? {
            switch self {
            case .lost(let reason): reason
            case .notBegun: .source
            case .felt, .wait: nil
            }
        }
    }

    private struct Reading {
        var time: Int64
        var vector: SIMD3<Double>
        /// Why readings before this one are missing.
        var gap: GapReason?
    }

    private var readings = Queue<Reading>(limit: Follower.limit)
    private var gap: GapReason?
    private var lastTime: Int64?
    private var periodInSeconds: Double
    /// Between two readings farther apart than this, nothing is interpolated.
    private let longestStepInSeconds: Double

    /// More readings than any device holds back; if nothing queries the sensor, the newest are kept.
    private static let limit = 1 << 16
    /// Over how many steps the mean period is taken.
    private static let memory = 16.0

    /// - Parameter rate: The expected rate; the real one is learnt.
    init(rateInHertz rate: Double) {
        // A comparison with NaN is false.
        let period = rate >= 1e-2 ? 1 / min(rate, 1e9) : 100
        periodInSeconds = period
        longestStepInSeconds = max(1, 4 * period)
    }

    mutating func add(_ vector: SIMD3<Double>, at time: Int64) {
        if let lastTime, gap == nil {
            let step = time.seconds(since: lastTime)
            if step > 0, step <= longestStepInSeconds {
                periodInSeconds += (step - periodInSeconds) / Self.memory
            }
        }
        lastTime = time
        if readings.isFull { readings.removeFirst() }
        readings.append(Reading(time: time, vector: vector, gap: gap))
        gap = nil
    }

    /// Notes that readings are missing before the next one.
    mutating func addGap(_ reason: GapReason) { gap = gap ?? reason }

    /// What the sensor measured at an instant, which must not be before the one queried last.
    ///
    /// - Parameters:
    ///   - time: The instant.
    ///   - isOver: Whether to stop waiting for later readings; the last reading then holds for two periods.
    /// - Returns: What is known about the instant.
    mutating func answer(at time: Int64, isOver: Bool = false) -> Answer {
        while readings.count > 1, readings[1].time <= time { readings.removeFirst() }
        guard readings.count > 0 else { return isOver ? .notBegun : .wait }
        let before = readings[0]
        if before.time == time { return .felt(before.vector, isInterpolated: false) }
        guard before.time < time else { return .notBegun }
        let elapsed = time.seconds(since: before.time)
        guard readings.count > 1 else {
            guard isOver else { return .wait }
            if let gap { return .lost(gap) }
            return elapsed <= 2 * periodInSeconds
                ? .felt(before.vector, isInterpolated: true) : .lost(.source)
        }
        let after = readings[1]
        if let gap = after.gap { return .lost(gap) }
        let step = after.time.seconds(since: before.time)
        guard step <= longestStepInSeconds else { return .lost(.source) }
        let between = before.vector + (after.vector - before.vector) * (elapsed / step)
        return .felt(between, isInterpolated: true)
    }
}
