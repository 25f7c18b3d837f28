// All boards at once: each clock is a path with errors that are alike from one instant to the next, each mark and each
// shake a measurement of two of them. The errors of all that explain all measurements best, by weighted least squares,
// are those of the solution (regression by a Gaussian process). So offsets of pairs add up: from a to b and from b to c
// is from a to c, and a mark early in a session says less of its end.

internal import SystemCalls

/// How the clocks of boards stand to each other.
public struct AlignmentSolution: Sendable {
    /// The offset of a pair of boards at one instant.
    public struct Offset: Sendable, Hashable {
        /// Added to the second board's boot time, it gives the first's; in nanoseconds.
        public var nanoseconds: Int64
        /// It is wrong by no more than this in 95 of 100 cases, in seconds.
        public var error: Double
    }

    /// What did not fit.
    public enum Contradiction: Sendable, Hashable {
        /// A board's clock is not what it says of itself, by measurements with a smaller error: so many seconds.
        case clock(board: Int, seconds: Double)
        /// A measurement with a greater error than the clocks have is off them by so many seconds, and left out.
        case measurementOffClocks(AlignmentMeasurement, seconds: Double)
        /// A measurement is off the others by so many seconds, and left out.
        case measurement(AlignmentMeasurement, seconds: Double)
        /// So many measurements make no equations that can be solved, and are all left out.
        case unsolvable(count: Int)
    }

    /// The measurements that the solution rests on.
    public private(set) var used: [AlignmentMeasurement]
    /// What did not fit, and what was done.
    public private(set) var contradictions: [Contradiction] = []
    /// How many measurements were passed over, for there were more than are used.
    public let passedOver: Int

    private let clocks: [BoardClock]
    /// What clocks that tell nothing are moved by, in seconds, so that their measurements nearly hold.
    private var shifts: [Double]
    /// By how much clocks are wrong that measurements contradict, in seconds.
    private var doubts: [Double]
    /// Boards of one group can be told from each other; the group of true time is 0.
    private var groups: [Int]
    private var factor: CholeskyFactor?
    private var weights: [Double] = []

    /// So many measurements at most are used: more would say little more.
    public static let mostMeasurements = 256
    /// A measurement farther off than so many deviations contradicts: by chance that is one in 15,000.
    private static let farthest = 4.0
    /// A clock that is wrong by more counts as one that tells nothing, in seconds: beside such a variance the microseconds
    /// of marks would be lost to rounding.
    private static let mostDoubt = 1.0
    private static let normal95 = 1.96

    /// Solves for the clocks of boards.
    ///
    /// - Parameters:
    ///   - clocks: A clock for each board.
    ///   - measurements: What pairs of them saw; those beyond `mostMeasurements` are thinned out.
    public init(_ clocks: [BoardClock], _ measurements: [AlignmentMeasurement] = []) {
        self.clocks = clocks
        let known = measurements.filter {
            clocks.indices.contains($0.first.board) && clocks.indices.contains($0.second.board)
                && $0.first.board != $0.second.board && $0.noise(with: $0).isFinite
        }
        used = MeasurementChoice.from(known, most: Self.mostMeasurements)
        passedOver = known.count - used.count
        shifts = Array(repeating: 0, count: clocks.count)
        doubts = shifts
        groups = Array(clocks.indices)
        joinFreeClocks()
        weighClocks()
        solve()
        while let worst = worstMeasurement() {
            contradictions.append(.measurement(used[worst.index], seconds: worst.seconds))
            used.remove(at: worst.index)
            solve()
        }
        regroup()
    }

    /// Whether anything says how two boards stand to each other.
    public func isKnown(_ first: Int, _ second: Int) -> Bool {
        first == second || groups[first] == groups[second]
    }

    /// Whether a board's clock tells true time at all: it says so, and nothing shows that it is far off.
    func tellsTime(_ board: Int) -> Bool {
        clocks[board].absence == nil && doubts[board] <= Self.mostDoubt
    }

    /// The offset of two boards at an instant of the second's boot time; `nil` where nothing says it.
    public func offset(of second: Int, to first: Int, at instant: Int64) -> Offset? {
        guard isKnown(first, second) else { return nil }
        guard first != second else { return Offset(nanoseconds: 0, error: 0) }
        return guess(of: second, to: first, at: instant)
    }

    /// The offset of two boards by what there is, with no claim that it says anything.
    func guess(of second: Int, to first: Int, at instant: Int64) -> Offset {
        let later = clocks[second].seconds(at: instant)
        let difference = prior(second, later)
        // Where the first stands then needs the offset itself: twice is enough, at 500 parts in a million.
        var ahead = offset(difference, second, less: first, at: instant)
        ahead = offset(difference, second, less: first, at: instant, ahead)
        let earlier = clocks[first].seconds(at: instant.addingClamped(ahead))
        let parts = [(first, earlier, -1.0), (second, later, 1.0)]
        let alike = used.map { measurement in covariance(parts, self.parts(of: measurement)) }
        let correction = zip(alike, weights).reduce(0) { $0 + $1.0 * $1.1 }
        var variance = covariance(parts, parts)
        if let factor {
            variance -= factor.forward(alike).reduce(0) { $0 + $1 * $1 }
        }
        let nanoseconds = correction.isFinite ? Int64((correction * 1e9).clamped) : 0
        return Offset(
            nanoseconds: ahead.addingClamped(nanoseconds),
            error: Self.normal95 * max(variance, 1e-14).squareRoot()
        )
    }

    private func prior(_ board: Int, _ seconds: Double) -> Double {
        clocks[board].difference(at: seconds) + shifts[board]
    }

    private func offset(
        _ difference: Double,
        _ second: Int,
        less first: Int,
        at instant: Int64,
        _ ahead: Int64 = 0
    ) -> Int64 {
        let earlier = clocks[first].seconds(at: instant.addingClamped(ahead))
        let rest = (difference - prior(first, earlier)) * 1e9
        return clocks[second].base.subtractingClamped(clocks[first].base)
            .addingClamped(Int64(rest.clamped))
    }

    /// What a measurement says beyond the clocks' paths, in seconds.
    private func residual(of measurement: AlignmentMeasurement) -> Double {
        let (first, second) = (measurement.first, measurement.second)
        let measured = first.instant.subtractingClamped(second.instant)
        let bases = clocks[second.board].base.subtractingClamped(clocks[first.board].base)
        return Double(measured.subtractingClamped(bases)) / 1e9
            - prior(second.board, clocks[second.board].seconds(at: second.instant))
            + prior(first.board, clocks[first.board].seconds(at: first.instant))
    }

    private typealias Part = (board: Int, seconds: Double, sign: Double)

    private func parts(of measurement: AlignmentMeasurement) -> [Part] {
        [(measurement.first, -1.0), (measurement.second, 1.0)].map { stamp, sign in
            (stamp.board, clocks[stamp.board].seconds(at: stamp.instant), sign)
        }
    }

    private func covariance(_ one: [Part], _ other: [Part]) -> Double {
        var sum = 0.0
        for left in one {
            for right in other where left.board == right.board {
                sum +=
                    left.sign * right.sign
                    * clocks[left.board].covariance(
                        left.seconds,
                        right.seconds,
                        doubt: min(doubts[left.board], Self.mostDoubt)
                    )
            }
        }
        return sum
    }
}

extension AlignmentSolution {
    /// Each clock that tells nothing is a group of its own.
    private mutating func partClocks() {
        groups = clocks.indices.map { tellsTime($0) ? 0 : $0 + 1 }
    }

    /// Brings each clock that tells nothing to where its first measurement has it.
    private mutating func joinFreeClocks() {
        partClocks()
        shifts = Array(repeating: 0, count: clocks.count)
        var goesOn = true
        while goesOn {
            goesOn = false
            for measurement in used {
                let (one, other) = (measurement.first.board, measurement.second.board)
                guard groups[one] != groups[other] else { continue }
                // What has the smaller number stays, true time first.
                let (stays, moves) = groups[one] < groups[other] ? (one, other) : (other, one)
                let residual = residual(of: measurement)
                let (from, to) = (groups[moves], groups[stays])
                for board in groups.indices where groups[board] == from {
                    shifts[board] += moves == measurement.second.board ? residual : -residual
                    groups[board] = to
                }
                goesOn = true
            }
        }
    }

    /// The groups that the measurements which were kept make.
    private mutating func regroup() {
        partClocks()
        var goesOn = true
        while goesOn {
            goesOn = false
            for measurement in used {
                let one = groups[measurement.first.board]
                let other = groups[measurement.second.board]
                guard one != other else { continue }
                for board in groups.indices where groups[board] == max(one, other) {
                    groups[board] = min(one, other)
                }
                goesOn = true
            }
        }
    }

    /// Looks where measurements contradict clocks beyond the errors of both, and decides for what is more certain.
    private mutating func weighClocks() {
        while true {
            let doubtful = mostDoubtful()
            if doubtful.isEmpty { break }
            for (board, off) in doubtful {
                doubts[board] = off
                contradictions.append(.clock(board: board, seconds: off))
            }
            joinFreeClocks()
        }
        let offClocks = used.indices.filter { isOffClocks(used[$0]) }
        for index in offClocks {
            let seconds = residual(of: used[index])
            contradictions.append(.measurementOffClocks(used[index], seconds: seconds))
        }
        used = used.indices.filter { !offClocks.contains($0) }.map { used[$0] }
    }

    /// Whether a measurement of two clocks that tell true time is beyond the errors of both.
    private func isOffClocks(_ measurement: AlignmentMeasurement) -> Bool {
        let (one, other) = (measurement.first.board, measurement.second.board)
        guard tellsTime(one), tellsTime(other) else { return false }
        let parts = parts(of: measurement)
        let own = covariance(parts, parts)
        let noise = measurement.noise(with: measurement)
        let limit = Self.farthest * (own + noise).squareRoot()
        return residual(of: measurement).magnitude > limit
    }

    /// Whether measurements of one pair that are off its clocks are more certain than the clocks: all of them together,
    /// or marks that no network delays by so much.
    private func areMoreCertain(_ off: [AlignmentMeasurement]) -> Bool {
        guard let first = off.first else { return false }
        if off.allSatisfy({ $0.isMark && residual(of: $0).magnitude > Self.mostDoubt }) {
            return true
        }
        let parts = parts(of: first)
        let sum = off.reduce(0) { sum, one in off.reduce(sum) { $0 + one.noise(with: $1) } }
        return sum / Double(off.count * off.count) < covariance(parts, parts)
    }

    /// The boards whose clocks the most pairs contradict.
    ///
    /// Of such a pair, most measurements contradict the clocks, and are more certain. Of one pair, nobody knows which of
    /// the two is wrong.
    private func mostDoubtful() -> [(board: Int, off: Double)] {
        var doubtfulPairs: [Int: (pairs: Int, off: Double)] = [:]
        for one in clocks.indices {
            for other in clocks.indices where other > one {
                let all = used.filter { $0.isOf(one, other) }
                let off = all.filter(isOffClocks)
                guard 2 * off.count > all.count, areMoreCertain(off) else { continue }
                let worst = off.map { residual(of: $0).magnitude }.max() ?? 0
                for board in [one, other] where doubts[board] == 0 {
                    let sofar = doubtfulPairs[board] ?? (0, 0)
                    doubtfulPairs[board] = (sofar.pairs + 1, max(sofar.off, worst))
                }
            }
        }
        let most = doubtfulPairs.values.map(\.pairs).max() ?? 0
        return doubtfulPairs.filter { $0.value.pairs == most }.map { ($0.key, $0.value.off) }
            .sorted { $0.board < $1.board }
    }

    private mutating func solve() {
        weights = []
        factor = nil
        guard !used.isEmpty else { return }
        let all = used.map(parts(of:))
        let matrix = used.indices.map { row in
            used.indices.map { column in
                covariance(all[row], all[column]) + used[row].noise(with: used[column])
            }
        }
        guard let factor = Self.factor(of: matrix) else {
            contradictions.append(.unsolvable(count: used.count))
            used = []
            return
        }
        self.factor = factor
        weights = factor.solve(used.map(residual(of:)))
    }

    /// The factor of a matrix that rounding may have left not quite positive, as two measurements at one instant do.
    private static func factor(of matrix: [[Double]]) -> CholeskyFactor? {
        for share in [1e-12, 1e-11, 1e-10, 1e-9] {
            var firm = matrix
            for index in firm.indices { firm[index][index] *= 1 + share }
            if let factor = CholeskyFactor(firm) { return factor }
        }
        return nil
    }

    /// The measurement that the others contradict most, if one is beyond all errors.
    private func worstMeasurement() -> (index: Int, seconds: Double)? {
        guard let factor, used.count > 1 else { return nil }
        let inverse = factor.inverseDiagonal()
        let all = used.indices.map { index in
            (index: index, off: weights[index].magnitude / inverse[index].squareRoot())
        }
        guard let worst = all.max(by: { $0.off < $1.off }), worst.off > Self.farthest else {
            return nil
        }
        return (worst.index, weights[worst.index] / inverse[worst.index])
    }
}

extension Double {
    /// Held where 64 bits of nanoseconds can say it; 0 of what is no number.
    fileprivate var clamped: Double {
        isNaN ? 0 : Swift.min(Swift.max(self, -9e18), 9e18).rounded()
    }
}
