// A sensor that is asked what it felt when another one read. Both by their instants, not by their stamps: those
// of one may tell when it read, those of the other when its batches arrived.

internal import SampleStream

/// The readings of one sensor, stamped in whatever way.
struct TimedSensor {
    private struct Arrival {
        var vector: SIMD3<Double>
        /// Why readings before this one are missing.
        var gap: GapReason?
    }

    private var follower: Follower
    private var estimator: InstantEstimator
    /// Those that wait for their instants.
    private var arrivals = Queue<Arrival>(limit: 1 << 13)
    private var gap: GapReason?

    /// - Parameter rate: How often the sensor should read; what it does is learnt.
    init(rateInHertz rate: Double) {
        follower = Follower(rateInHertz: rate)
        estimator = InstantEstimator(rateInHertz: rate)
    }

    mutating func add(_ vector: SIMD3<Double>, stampedAt stamp: Int64) {
        if let time = estimator.place(stamp) {
            tellGap()
            return follower.add(vector, at: time)
        }
        estimator.add(stamp)
        arrivals.append(Arrival(vector: vector, gap: gap))
        gap = nil
        place()
    }

    /// Takes note that readings are missing before the next one.
    mutating func add(_ gap: LossLedger.Entry) {
        self.gap = self.gap ?? gap.reason
        estimator.skip(gap.count, isEstimated: gap.isEstimated)
        if !estimator.isWaiting { tellGap() }
    }

    /// What was felt at an instant, no earlier than the one before.
    ///
    /// - Parameters:
    ///   - time: The instant.
    ///   - isOver: Whether nothing later is to be waited for.
    /// - Returns: What is known of the instant.
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

    /// At the end, too, a gap is known to be one.
    private mutating func tellGap() {
        if let gap { follower.addGap(gap) }
        gap = nil
    }
}
