// None of these may make a stated error too small: many marks over an asymmetric network, the best minute of a clock, a
// clock that is not synchronized for a while, or one that claims to be right and is hours off.

import Testing
import Timebase

@testable import SessionAlignment

@Suite("The stated error of an alignment")
struct StatedErrorTests {
    private typealias Told = (isSynchronized: Bool, bound: Double, reference: String?)

    private let minute: Int64 = 60_000_000_000
    private let epoch: Int64 = 1_790_000_000_000_000_000

    /// A clock over an hour, with a reading of its synchronization each minute.
    private func clock(
        ahead: Int64 = 0,
        _ told: (Int) -> Told = { _ in (true, 5e-4, "192.0.2.1") }
    ) -> BoardClock {
        let minutes = 0...60
        return BoardClock(
            clocks: minutes.map { place in
                let boottime = Int64(place) * minute
                return ClockReading(
                    realtime: WallInstant(nanosecondsSince1970: epoch + boottime + ahead),
                    monotonicNanoseconds: boottime,
                    boottime: BootInstant(nanoseconds: boottime)
                )
            },
            readings: minutes.map { place in
                let told = told(place)
                return SynchronizationReading(
                    instant: Int64(place) * minute,
                    isSynchronized: told.isSynchronized,
                    source: "chrony",
                    offset: 0,
                    rootMeanSquare: 1e-4,
                    bound: told.bound,
                    skew: 1e-7,
                    reference: told.reference
                )
            }
        )
    }

    private func free() -> BoardClock { clock { _ in (false, 0, nil) } }

    /// Marks over an hour as two or more boards receive them, each board `late` by its own nanoseconds.
    private func marks(_ count: Int, late: [Int64], bound: Double = 2e-5) -> [AlignmentMeasurement]
    {
        AlignmentMeasurement.marks(
            late.map { late in
                (0..<count).map { number in
                    HeardNetworkMark(
                        id: "\(number)",
                        instant: Int64(number) * (60 * minute / Int64(count)) + late,
                        bound: bound
                    )
                }
            }
        )
    }

    @Test("counts a timestamp that two pairs share once, even if one of them scatters more")
    func sharedTimestamp() {
        let pairs = [(board: 1, deviation: 1e-3), (board: 2, deviation: 3e-3)].map { other in
            AlignmentMeasurement(
                .mark("one"),
                .init(board: 0, instant: 5, deviation: other.deviation),
                .init(board: other.board, instant: 7, deviation: other.deviation)
            )
        }
        let delay = AlignmentMeasurement.delayDeviation * AlignmentMeasurement.delayDeviation
        #expect((pairs[0].noise(with: pairs[1]) - 1e-6 - delay).magnitude < 1e-12)
        #expect(pairs[0].noise(with: pairs[1]) == pairs[1].noise(with: pairs[0]))
    }

    private func error(_ solution: AlignmentSolution, atMinute place: Int64) throws -> Double {
        try #require(solution.offset(of: 1, to: 0, at: place * minute)).error
    }

    @Test("holds if the network delays every mark to one board equally", arguments: [4, 50, 250])
    func lopsided(count: Int) throws {
        let solution = AlignmentSolution([clock(), clock()], marks(count, late: [0, 500_000]))
        for place in [0, 30, 60] as [Int64] {
            let offset = try #require(solution.offset(of: 1, to: 0, at: place * minute))
            #expect(Double(offset.nanoseconds.magnitude) / 1e9 <= offset.error)
        }
        #expect(solution.contradictions.isEmpty)
    }

    @Test("grows once a distant server has taken over from a near one", arguments: [true, false])
    func takenOver(isNamed: Bool) throws {
        let moved = clock { place in
            place < 10
                ? (true, 5e-4, isNamed ? "192.0.2.1" : nil)
                : (true, 0.05, isNamed ? "198.51.100.7" : nil)
        }
        let solution = AlignmentSolution([clock(), moved])
        #expect(try error(solution, atMinute: 3) < 2e-3)
        #expect(try error(solution, atMinute: 40) > 0.05)
        #expect(moved.bound == 0.05)
    }

    @Test("is the least bound of the server around that time")
    func leastOfServer() throws {
        let queued = clock { place in (true, place.isMultiple(of: 5) ? 5e-4 : 5e-3, "192.0.2.1") }
        #expect(try error(AlignmentSolution([clock(), queued]), atMinute: 33) < 2e-3)
    }

    @Test("grows where the clock was not synchronized for some minutes")
    func unkept() throws {
        let left = clock { place in (!(20..<39).contains(place), 5e-4, "192.0.2.1") }
        let solution = AlignmentSolution([clock(), left])
        #expect(try error(solution, atMinute: 29) > 0.02)
        #expect(try error(solution, atMinute: 10) < 2e-3)
        #expect(try error(solution, atMinute: 50) < 2e-3)
    }

    @Test(
        "of good marks stays small beside a clock that is 2 s, an hour, a day or a year off",
        arguments: [2, 3_600, 86_400, 31_536_000] as [Int64]
    )
    func farOff(seconds: Int64) throws {
        let clocks = [clock(), clock(ahead: seconds * 1_000_000_000), clock()]
        let solution = AlignmentSolution(clocks, marks(5, late: [0, 0], bound: 1e-7))
        let offset = try #require(solution.offset(of: 1, to: 0, at: 30 * minute))
        #expect(offset.error < 1e-3)
        #expect(offset.nanoseconds.magnitude < 10_000)
        #expect(solution.contradictions.count == 2)
        // It is unknown which of the two clocks is off.
        #expect(!solution.isKnown(0, 2) && !solution.isKnown(1, 2))
        #expect(solution.used.count == 5)
    }

    @Test("exists for all boards, however many marks they have received", arguments: [3, 4, 9])
    func manyMarks(boards: Int) {
        let late = (0..<boards).map { Int64($0) * 1_000_000_000 }
        let clocks = late.map { _ in free() }
        let solution = AlignmentSolution(clocks, marks(200, late: late))
        for board in 1..<boards {
            #expect(solution.isKnown(0, board))
            let own = solution.used.filter { $0.isOf(0, board) }
            #expect(own.count > 20)
            let instants = own.map(\.first.instant)
            #expect((instants.min() ?? .max) < 5 * minute)
            #expect((instants.max() ?? .min) > 50 * minute)
        }
        #expect(solution.used.count == AlignmentSolution.mostMeasurements)
        #expect(solution.passedOver == 200 * (boards - 1) - solution.used.count)
    }

    @Test("includes a shake, however many marks there are")
    func shakeAmongMarks() {
        let shake = AlignmentMeasurement(
            .shake,
            .init(board: 0, instant: 7 * minute, deviation: 2e-4),
            .init(board: 1, instant: 7 * minute, deviation: 2e-4)
        )
        let solution = AlignmentSolution([free(), free()], marks(900, late: [0, 0]) + [shake])
        #expect(solution.used.contains(shake))
    }
}
