// Solves for all boards together. Each clock is a path with correlated errors; each mark and each shake is a
// measurement between two clocks. The solution is the set of errors that best explains all measurements, by weighted
// least squares (Gaussian process regression). So offsets are consistent (a to b plus b to c is a to c), and a mark
// early in a session says less about its end.

internal import SystemCalls

/// The relation of all boards' clocks.
public struct AlignmentSolution: Sendable {
    /// The offset of a pair of boards at one instant.
    public struct Offset: Sendable, Hashable {
        /// The number of nanoseconds to add to the second board's boot time to get the first's.
        public var nanoseconds: Int64
        /// The error in seconds, which is not exceeded in 95 of 100 cases.
        public var error: Double
    }

    /// A contradiction between clocks and measurements.
    public enum Contradiction: Sendable, Hashable {
        /// More certain measurements show that a clock is wrong by this many seconds more than it claims.
        case clock(board: Int, seconds: Double)
        /// A measurement differs from more certain clocks by this many seconds, and is dropped.
        case measurementOffClocks(AlignmentMeasurement, seconds: Double)
        /// A measurement differs from the others by this many seconds, and is dropped.
        case measurement(AlignmentMeasurement, seconds: Double)
        /// The equations of this many measurements cannot be solved; all are dropped.
        case unsolvable(count: Int)
    }

    /// The measurements used.
    public private(set) var used: [AlignmentMeasurement]
    /// The contradictions, and what was dropped.
    public private(set) var contradictions: [Contradiction] = []
    /// How many measurements were not used because there were too many.
    public let passedOver: Int

    private let clocks: [BoardClock]
    /// The shift of each clock without known time, in seconds, that roughly fulfils its measurements.
    private var shifts: [Double]
    /// The error of each clock that measurements contradict, in seconds.
    private var doubts: [Double]
    /// Boards of the same group can be related to each other; group 0 is that of true time.
    private var groups: [Int]
    private var factor: CholeskyFactor?
    private var weights: [Double] = []

    /// The largest number of measurements used: more would improve little.
    public static let mostMeasurements = 256
    /// A measurement that is off by more than this many deviations is a contradiction; by chance one in 15,000 is.
    private static let farthest = 4.0
    /// A clock with a larger error, in seconds, counts as one without known time: next to such a variance, the
    /// microseconds of marks would be lost to rounding.
    private static let mostDoubt = 1.0
    private static let normal95 = 1.96

    /// Solves for the clocks of boards.
    ///
    /// - Parameters:
    ///   - clocks: One clock for each board.
    ///   - measurements: Measurements between pairs of boards; those beyond `mostMeasurements` are thinned out.
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
            // A clock without known time may have been shifted to match just this measurement.
            joinFreeClocks()
            solve()
        }
        regroup()
    }

    /// True if two boards can be related to each other.
    public func isKnown(_ first: Int, _ second: Int) -> Bool {
        first == second || groups[first] == groups[second]
    }

    /// True if a board's clock is synchronized to true time, and no measurement shows a large error of it.
    func tellsTime(_ board: Int) -> Bool {
        clocks[board].absence == nil && doubts[board] <= Self.mostDoubt
    }

    /// The offset of two boards at an instant of the second's boot time; `nil` if it is unknown.
    public func offset(of second: Int, to first: Int, at instant: Int64) -> Offset? {
        guard isKnown(first, second) else { return nil }
        guard first != second else { return Offset(nanoseconds: 0, error: 0) }
        return guess(of: second, to: first, at: instant)
    }

    /// The same offset, even if the boards are not connected: then it is only the best guess.
    func guess(of second: Int, to first: Int, at instant: Int64) -> Offset {
        let later = clocks[second].seconds(at: instant)
        let difference = prior(second, later)
        // The first board's instant depends on the offset itself; two iterations are enough at 500 parts per million.
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

    /// The difference between a measurement and the clocks' paths, in seconds.
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
        [(measurement.first, -1.0), (measurement.second, 1.0)].map { timestamp, sign in
            (timestamp.board, clocks[timestamp.board].seconds(at: timestamp.instant), sign)
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
    /// Puts each clock without known time into a group of its own, and all others into group 0.
    private mutating func partClocks() {
        groups = clocks.indices.map { tellsTime($0) ? 0 : $0 + 1 }
    }

    /// Shifts each clock without known time to match its first measurement.
    private mutating func joinFreeClocks() {
        partClocks()
        shifts = Array(repeating: 0, count: clocks.count)
        var goesOn = true
        while goesOn {
            goesOn = false
            for measurement in used {
                let (one, other) = (measurement.first.board, measurement.second.board)
                guard groups[one] != groups[other] else { continue }
                // The group with the smaller number keeps its clocks; group 0, of true time, always does.
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

    /// Determines the groups that the remaining measurements connect.
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

    /// Finds contradictions between measurements and clocks that exceed the errors of both, and drops the less certain
    /// side.
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

    /// True if a measurement between two clocks with true time exceeds the errors of both.
    private func isOffClocks(_ measurement: AlignmentMeasurement) -> Bool {
        let (one, other) = (measurement.first.board, measurement.second.board)
        guard tellsTime(one), tellsTime(other) else { return false }
        let parts = parts(of: measurement)
        let own = covariance(parts, parts)
        let noise = measurement.noise(with: measurement)
        let limit = Self.farthest * (own + noise).squareRoot()
        return residual(of: measurement).magnitude > limit
    }

    /// True if these contradicting measurements of one pair are more certain than its clocks: either all of them
    /// together, or because they are marks that differ from the clocks by more than any network delay.
    private func areMoreCertain(_ off: [AlignmentMeasurement]) -> Bool {
        guard let first = off.first else { return false }
        if off.allSatisfy({ $0.isMark && residual(of: $0).magnitude > Self.mostDoubt }) {
            return true
        }
        let parts = parts(of: first)
        let sum = off.reduce(0) { sum, one in off.reduce(sum) { $0 + one.noise(with: $1) } }
        return sum / Double(off.count * off.count) < covariance(parts, parts)
    }

    /// The boards whose clocks are contradicted by the most pairs.
    ///
    /// A pair counts if most of its measurements contradict the clocks and are more certain. With a single pair it is
    /// unknown which of the two clocks is wrong, so both are returned.
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

    /// Factors a matrix that may be slightly non-positive by rounding, as with two measurements at one instant.
    private static func factor(of matrix: [[Double]]) -> CholeskyFactor? {
        for share in [1e-12, 1e-11, 1e-10, 1e-9] {
            var firm = matrix
            for index in firm.indices { firm[index][index] *= 1 + share }
            if let factor = CholeskyFactor(firm) { return factor }
        }
        return nil
    }

    /// The measurement that contradicts the others most; `nil` if no measurement contradicts them by more than the
    /// errors.
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
    /// Clipped to the range of 64-bit nanoseconds; 0 if not a number.
    fileprivate var clamped: Double {
        isNaN ? 0 : Swift.min(Swift.max(self, -9e18), 9e18).rounded()
    }
}
