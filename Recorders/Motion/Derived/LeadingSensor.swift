// The sensor at whose instants everything is computed. Its readings wait until it is known when they were taken, and
// then for what others felt at that instant; where readings are missing is told in their order.

internal import SampleStream

/// The readings of a gyroscope, in order, each with the instant at which it was taken.
struct LeadingSensor {
    /// What its stream says.
    enum Item {
        case reading(SIMD3<Double>, stamp: Int64, time: Int64, period: Double)
        case gap(LossLedger.Entry)
    }

    /// Those whose instants are known, and those that wait for theirs.
    private var lead = Queue<Item>(limit: 1 << 16)
    private var arrived = Queue<Item>(limit: 1 << 16)
    private var estimator: InstantEstimator
    /// The instant of the newest that has one.
    private(set) var newest = Int64.min

    /// - Parameter rate: How often it should read.
    init(rateInHertz rate: Double) { estimator = InstantEstimator(rateInHertz: rate) }

    /// The oldest that was not removed.
    var first: Item? { lead.first }
    /// Whether it can wait no longer for others.
    var isFull: Bool { lead.isFull }

    mutating func add(_ rate: SIMD3<Double>, stampedAt stamp: Int64) {
        if arrived.count == 0, !lead.isFull, let time = estimator.place(stamp) {
            return place(rate, stamp, at: time)
        }
        estimator.add(stamp)
        arrived.append(.reading(rate, stamp: stamp, time: stamp, period: 0))
    }

    mutating func add(_ gap: LossLedger.Entry) {
        arrived.append(.gap(gap))
        estimator.skip(gap.count, isEstimated: gap.isEstimated)
    }

    /// Decides when all that wait were taken, where nothing is to be waited for, or there is no more room.
    mutating func settle(isOver: Bool) {
        if isOver || arrived.isFull { estimator.settle() }
    }

    /// Gives instants to those that wait for theirs, as far as there is room.
    mutating func place() {
        while let first = arrived.first, !lead.isFull {
            switch first {
            case .gap:
                lead.append(first)
            case .reading(let rate, let stamp, _, _):
                guard let time = estimator.next() else { return }
                place(rate, stamp, at: time)
            }
            arrived.removeFirst()
        }
    }

    mutating func removeFirst() { lead.removeFirst() }

    /// What it read from an instant on, before it missed something; the first is not looked at.
    @inline(__always)
    func turn(from time: Int64) -> TurnCourse.Turn? {
        for index in 1..<max(1, lead.count) {
            guard case .reading(let rate, _, let found, _) = lead[index] else { return nil }
            if found >= time { return TurnCourse.Turn(rate: rate, time: found) }
        }
        return nil
    }

    private mutating func place(_ rate: SIMD3<Double>, _ stamp: Int64, at time: Int64) {
        newest = time
        let period = estimator.periodInSeconds
        lead.append(.reading(rate, stamp: stamp, time: time, period: period))
    }
}
