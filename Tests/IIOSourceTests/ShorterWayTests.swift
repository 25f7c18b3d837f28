// A loss just as the way to this machine becomes shorter: for a moment it looks like a clock that was set.

import Glibc
@testable import IIOSource
import Testing
import Timebase

@Suite("A loss beside a way that becomes shorter")
struct ShorterWayTests {
    private static let start: Int64 = 900_000_000_000

    /// A device of another machine that gives batches of two, and loses samples in the middle.
    private func outcome(
        lost: Int64,
        shorter: Int64,
        set step: Int64 = 0,
        period: Int64,
        seed: Int
    ) -> Outcome {
        var bits = Bits(state: UInt64(seed))
        func arrival(_ number: Int64, way: Int64, ahead: Int64) -> ClockArrival {
            let delay = Int64(-log(Double.random(in: 1e-12..<1, using: &bits)) * 3e5)
            return ClockArrival(
                timestamp: number * period + ahead,
                seen: Self.start + number * period + way + delay
            )
        }
        var clock = TimestampClock(
            clock: "boottime",
            isLocal: false,
            arrivals: (0..<8).map { arrival(2 * $0 - 16, way: shorter, ahead: 0) },
            reading: { _ in fatalError("nobody reads another machine's clock") }
        )
        var instants: [Int64] = []
        var courses: [Int64] = []
        var uncertain: Set<Int> = []
        let batches = 15_000_000_000 / period
        for batch in 0..<(2 * batches) {
            let isBehind = batch >= batches
            let number = 2 * batch + (isBehind ? lost : 0)
            let ahead = isBehind ? step : 0
            let next = arrival(number + 1, way: isBehind ? 0 : shorter, ahead: ahead)
            clock.expect(next, count: 2, spacing: period)
            if clock.isLossUncertain { uncertain.insert(instants.count) }
            for timestamp in [next.timestamp - period, next.timestamp] {
                instants.append(clock.instant(of: timestamp, seen: next.seen, spacing: period))
                courses.append(clock.course)
            }
            clock.follow(next)
        }
        var timeline = DeviceTimeline(periodInNanoseconds: Double(period), timestamping: .taken)
        return Outcome(instants, courses: courses, uncertainAt: uncertain, through: &timeline)
    }

    @Test(
        "is told, and counted, as an estimate where it looked like a clock that was set",
        arguments: [3, 30, 300],
        [2_000_000, 5_000_000, 9_000_000] as [Int64]
    )
    func isTold(lost: Int64, shorter: Int64) {
        for seed in 0..<20 {
            let outcome = outcome(lost: lost, shorter: shorter, period: 10_000_000, seed: seed)
            #expect(outcome.lost == lost, "seed \(seed): \(outcome.gaps)")
            #expect(outcome.gaps.count == 1 && outcome.isInOrder, "seed \(seed)")
            #expect(outcome.gaps.allSatisfy { $0.isEstimated }, "seed \(seed)")
            // Within a second behind the place.
            let place = Self.start + 3000 * 10_000_000
            let off = (outcome.gaps.first?.from ?? 0) - place
            #expect((-25_000_000...1_000_000_000).contains(off), "seed \(seed): \(off) ns")
        }
    }

    @Test(
        "is told where it is too small to be told from a clock that was set",
        arguments: [1_500_000, 2_000_000] as [Int64]
    )
    func isToldWhereSmall(shorter: Int64) {
        for seed in 0..<20 {
            let outcome = outcome(lost: 2, shorter: shorter, period: 1_000_000, seed: seed)
            #expect(outcome.gaps.map(\.lost) == [2], "seed \(seed): \(outcome.gaps)")
            let off = (outcome.gaps.first?.from ?? 0) - (Self.start + 30_000 * 1_000_000)
            #expect((0...3_000_000).contains(off), "seed \(seed): \(off) ns")
        }
    }

    @Test(
        "is none where only the way became shorter",
        arguments: [1_600_000, 2_500_000, 8_000_000] as [Int64]
    )
    func isNoneOfWay(shorter: Int64) {
        for seed in 0..<60 {
            let outcome = outcome(lost: 0, shorter: shorter, period: 1_000_000, seed: seed)
            #expect(outcome.gaps.isEmpty, "seed \(seed): \(outcome.gaps)")
        }
    }

    @Test("is none where the clock was set", arguments: [30_000_000, 300_000_000] as [Int64])
    func isNone(step: Int64) {
        for seed in 0..<20 {
            let outcome = outcome(
                lost: 0,
                shorter: 0,
                set: step,
                period: 10_000_000,
                seed: seed
            )
            #expect(outcome.gaps.isEmpty, "seed \(seed): \(outcome.gaps)")
        }
    }
}
