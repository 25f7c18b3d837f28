// A sensor that is queried for what it measured when another one took a reading. It is queried by instants, not
// timestamps, because one sensor's timestamps may show when it read and another's when its batches arrived.

internal import SampleStream

/// The readings of one sensor, whatever its timestamps mean.
struct TimedSensor {
    private struct Arrival {
        var vector: SIMD3<Double>
        /// Why readings before this one are missing.
        var gap: GapReason?
    }

    private var follower: Follower
    private var estimator: InstantEstimator
    /// Readings that wait for their instants.
    private var arrivals = Queue<Arrival>(limit: 1 << 13)
    private var gap: GapReason?

    /// - Parameter rate: The expected rate; the real one is learnt.
    init(rateInHertz rate: Double) {
        follower = Follower(rateInHertz: rate)
        estimator = InstantEstimator(rateInHertz: rate)
    }

    mutating func add(_ vector: SIMD3<Double>, timestampedAt timestamp: Int64) {
        if let time = estimator.place(timestamp) {
            tellGap()
            return follower.add(vector, at: time)
        }
        estimator.add(timestamp)
        arrivals.append(Arrival(vector: vector, gap: gap))
        gap = nil
        place()
    }

    /// Notes that readings are missing before the next one.
    mutating func add(_ gap: LossLedger.Entry) {
        self.gap = self.gap ?? gap.reason
        estimator.skip(gap.count, isEstimated: gap.isEstimated)
        if !estimator.isWaiting { tellGap() }
    }

    /// What the sensor measured at an instant, which must not be before the one queried last.
    ///
    /// - Parameters:
    ///   - time: The instant.
    ///   - isOver: Whether to stop waiting for later readings.
    /// - Returns: What is known about the instant.
    mutating func answer(at time: Int64, isOver: Bool) -> Follower.Answer {
        if isOver, estimator.isWaiting {
            estimator.settle()
            place()
        }
        return follower.answer(at: time, isOver: isOver)
    }

    private mutating func place() {
        while let time = estimator.next(), let arrival = arrivals.first {
            arrivals.removeFirst()
            if let gap = arrival.gap { follower.addGap(gap) }
            follower.add(arrival.vector, at: time)
        }
        if arrivals.count == 0 { tellGap() }
    }

    /// Passes the newest gap on to `follower`, even if no reading comes after the gap.
    private mutating func tellGap() {
        if let gap { follower.addGap(gap) }
        gap = nil
    }
}
