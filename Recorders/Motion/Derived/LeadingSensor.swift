// The gyroscope, at whose instants everything is computed. Its readings wait until it is known when they were taken,
// and then until it is known what the other sensors measured at that instant. Gaps keep their place among the
// readings.

internal import SampleStream

/// The readings of a gyroscope, in order, each with the instant at which it was taken.
struct LeadingSensor {
    /// A reading or a gap.
    enum Item {
        case reading(SIMD3<Double>, timestamp: Int64, time: Int64, period: Double)
        case gap(LossLedger.Entry)
    }

    /// The readings with known instants (`lead`), and those still waiting for theirs (`arrived`).
    private var lead = Queue<Item>(limit: 1 << 16)
    private var arrived = Queue<Item>(limit: 1 << 16)
    private var estimator: InstantEstimator
    /// The newest known instant.
    private(set) var newest = Int64.min

    /// - Parameter rate: The expected rate.
    init(rateInHertz rate: Double) { estimator = InstantEstimator(rateInHertz: rate) }

    /// The oldest reading or gap that was not removed.
    var first: Item? { lead.first }
    /// True if there is no room to wait any longer.
    var isFull: Bool { lead.isFull }

    mutating func add(_ rate: SIMD3<Double>, timestampedAt timestamp: Int64) {
        if arrived.count == 0, !lead.isFull, let time = estimator.place(timestamp) {
            return place(rate, timestamp, at: time)
        }
        estimator.add(timestamp)
        arrived.append(.reading(rate, timestamp: timestamp, time: timestamp, period: 0))
    }

    mutating func add(_ gap: LossLedger.Entry) {
        arrived.append(.gap(gap))
        estimator.skip(gap.count, isEstimated: gap.isEstimated)
    }

    /// Decides the instants of all waiting readings if no later readings will come, or if there is no room for them.
    mutating func settle(isOver: Bool) {
        if isOver || arrived.isFull { estimator.settle() }
    }

    /// Moves readings whose instants are known from `arrived` to `lead`, as far as there is room.
    mutating func place() {
        while let first = arrived.first, !lead.isFull {
            switch first {
            case .gap:
                lead.append(first)
            case .reading(let rate, let timestamp, _, _):
                guard let time = estimator.next() else { return }
                place(rate, timestamp, at: time)
            }
            arrived.removeFirst()
        }
    }

    mutating func removeFirst() { lead.removeFirst() }

    /// The first reading at or after an instant, unless a gap comes before it.
    ///
    /// The oldest one is not considered.
    @inline(__always)
    func turn(from time: Int64) -> TurnCourse.Turn? {
        for index in 1..<max(1, lead.count) {
            guard case .reading(let rate, _, let found, _) = lead[index] else { return nil }
            if found >= time { return TurnCourse.Turn(rate: rate, time: found) }
        }
        return nil
    }

    private mutating func place(_ rate: SIMD3<Double>, _ timestamp: Int64, at time: Int64) {
        newest = time
        let period = estimator.periodInSeconds
        lead.append(.reading(rate, timestamp: timestamp, time: time, period: period))
    }
}
