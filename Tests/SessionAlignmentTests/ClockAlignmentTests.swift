// Simulated boards with known true time, and clocks written by hand.

import AlignmentCases
import RandomWords
import Testing
import Timebase

@testable import SessionAlignment

@Suite("Alignment of boards")
struct ClockAlignmentTests {
    /// A clock that is read each minute of an hour.
    ///
    /// Its time of day is ahead of boot time by `ahead` nanoseconds, and of true time by `offset` seconds.
    private func clock(
        ahead: Int64,
        offset: Double = 0,
        steps: [Int: Int64] = [:],
        isSynchronized: Bool = true
    ) -> BoardClock {
        var ahead = ahead
        var offset = offset
        var clocks: [ClockReading] = []
        var readings: [SynchronizationReading] = []
        for minute in 0...60 {
            if let step = steps[minute] {
                ahead += step
                offset += Double(step) / 1e9
            }
            let boottime = Int64(minute) * 60_000_000_000
            clocks.append(
                ClockReading(
                    realtime: WallInstant(nanosecondsSince1970: boottime + ahead),
                    monotonicNanoseconds: boottime,
                    boottime: BootInstant(nanoseconds: boottime)
                )
            )
            readings.append(
                SynchronizationReading(
                    instant: boottime,
                    isSynchronized: isSynchronized,
                    source: "chrony",
                    offset: offset,
                    rootMeanSquare: 1e-4,
                    bound: 1e-3
                )
            )
        }
        return BoardClock(clocks: clocks, readings: readings)
    }

    private let epoch: Int64 = 1_790_000_000_000_000_000
    private let instant: Int64 = 1_800_000_000_000

    private func mark(_ off: Int64, at instant: Int64, deviation: Double = 1e-4)
        -> AlignmentMeasurement
    {
        AlignmentMeasurement(
            .mark("\(instant)"),
            .init(board: 0, instant: instant + off, deviation: deviation),
            .init(board: 1, instant: instant, deviation: deviation)
        )
    }

    @Test("gives the offset that turns the second board's uptime into the first's")
    func sign() throws {
        // The first board has run for 100 s longer.
        let solution = AlignmentSolution([
            clock(ahead: epoch - 100_000_000_000), clock(ahead: epoch),
        ])
        let offset = try #require(solution.offset(of: 1, to: 0, at: instant))
        #expect(offset.nanoseconds == 100_000_000_000)
        let back = try #require(solution.offset(of: 0, to: 1, at: instant))
        #expect(back.nanoseconds == -100_000_000_000)
        #expect(0.001...0.003 ~= offset.error)
    }

    @Test("does not take a step of the time of day for one of boot time")
    func step() throws {
        let stepped = clock(ahead: epoch, steps: [20: 5_000_000_000, 40: -7_000_000_000])
        let solution = AlignmentSolution([clock(ahead: epoch), stepped])
        for minute in [5, 25, 39, 59] {
            let offset = solution.offset(of: 1, to: 0, at: Int64(minute) * 60_000_000_000)
            #expect(try #require(offset).nanoseconds.magnitude < 1_000)
        }
    }

    @Test("has no offset for a clock that was never synchronized, and says why")
    func unsynchronized() {
        let free = clock(ahead: epoch, isSynchronized: false)
        #expect(free.absence == .neverSynchronized)
        #expect(BoardClock(clocks: [], readings: []).absence == .neverTold)
        let solution = AlignmentSolution([clock(ahead: epoch), free])
        #expect(!solution.isKnown(0, 1))
        #expect(solution.offset(of: 1, to: 0, at: instant) == nil)
    }

    @Test("states a larger error the farther it is from the last reading")
    func growing() throws {
        let solution = AlignmentSolution([clock(ahead: epoch), clock(ahead: epoch)])
        let errors = try [3_600, 4_500, 8_000, 90_000].map { (seconds: Int64) in
            try #require(solution.offset(of: 1, to: 0, at: seconds * 1_000_000_000)).error
        }
        #expect(errors == errors.sorted())
        #expect(errors[3] > 1)
    }

    @Test("includes an unsynchronized clock by one mark, with an error that grows with time")
    func oneMark() throws {
        let free = clock(ahead: epoch, isSynchronized: false)
        let solution = AlignmentSolution(
            [clock(ahead: epoch), free],
            [mark(42_000_000_000, at: instant)]
        )
        let there = try #require(solution.offset(of: 1, to: 0, at: instant))
        #expect((there.nanoseconds - 42_000_000_000).magnitude < 10_000)
        #expect(there.error < 1e-3)
        let later = try #require(solution.offset(of: 1, to: 0, at: instant * 2))
        #expect(0.05...0.2 ~= later.error)
    }

    @Test("reports a mark that contradicts the clocks, and trusts the more certain side")
    func contradiction() throws {
        let clocks = [clock(ahead: epoch), clock(ahead: epoch)]
        let sure = AlignmentSolution(clocks, [mark(50_000_000, at: instant)])
        #expect(sure.contradictions.count == 2)
        let offset = try #require(sure.offset(of: 1, to: 0, at: instant))
        #expect((offset.nanoseconds - 50_000_000).magnitude < 1_000_000)
        let vague = AlignmentSolution(clocks, [mark(50_000_000, at: instant, deviation: 5e-3)])
        #expect(vague.contradictions.count == 1)
        #expect(vague.used.isEmpty)
        #expect(try #require(vague.offset(of: 1, to: 0, at: instant)).nanoseconds.magnitude < 1_000)
    }

    @Test("drops a first mark that is an hour off, and shifts no free clock by it")
    func firstMarkOff() {
        let clocks = [clock(ahead: epoch), clock(ahead: epoch, isSynchronized: false)]
        let right = (1...8).map { minute in
            mark(42_000_000_000, at: instant + Int64(minute) * 60_000_000_000)
        }
        let wrong = mark(3_642_000_000_000, at: instant)
        let solution = AlignmentSolution(clocks, [wrong] + right)
        #expect(solution.used == right)
        let without = AlignmentSolution(clocks, right)
        for later in [instant, instant * 2, instant * 3] {
            #expect(
                solution.offset(of: 1, to: 0, at: later)
                    == without.offset(of: 1, to: 0, at: later)
            )
        }
    }

    @Test("adds up over three boards, within three nanoseconds")
    func consistent() throws {
        let boards = (0..<3).map {
            MadeBoard(seed: UInt64(70 + $0), .near, start: 10_000, seconds: 1200)
        }
        let marks = (1...2).map { second in
            AlignmentMeasurement(
                .mark("one"),
                .init(board: 0, instant: boards[0].boot(at: 10_300), deviation: 3e-4),
                .init(board: second, instant: boards[second].boot(at: 10_300), deviation: 3e-4)
            )
        }
        let solution = AlignmentSolution(boards.map(\.clock), marks)
        let at = boards[2].boot(at: 10_900)
        let toB = try #require(solution.offset(of: 2, to: 1, at: at)).nanoseconds
        let toA = try #require(solution.offset(of: 1, to: 0, at: at + toB)).nanoseconds
        let whole = try #require(solution.offset(of: 2, to: 0, at: at)).nanoseconds
        #expect((toA + toB - whole).magnitude <= 3)
    }

    @Test("survives impossible clocks and marks")
    func hostile() {
        let ends = [Int64.min, -1, 0, .max]
        let clocks = ends.map { end in
            ClockReading(
                realtime: WallInstant(nanosecondsSince1970: end),
                monotonicNanoseconds: end,
                boottime: BootInstant(nanoseconds: end)
            )
        }
        let readings = ends.flatMap { end in
            [0, .nan, .infinity, -1, 1e300].map { value in
                SynchronizationReading(
                    instant: end,
                    isSynchronized: true,
                    source: "chrony",
                    offset: value,
                    rootMeanSquare: value,
                    bound: value,
                    skew: value
                )
            }
        }
        let board = BoardClock(clocks: clocks, readings: readings)
        let marks = ends.flatMap { one in
            ends.map { other in
                AlignmentMeasurement(
                    .mark("\(one)"),
                    .init(board: 0, instant: one, deviation: .nan),
                    .init(board: 1, instant: other, deviation: 1e-3)
                )
            }
        }
        let heard = ends.map { HeardNetworkMark(id: "\($0)", instant: $0, bound: .nan) }
        for all in [marks, AlignmentMeasurement.marks([heard, heard.reversed()])] {
            let solution = AlignmentSolution(
                [board, board, BoardClock(clocks: [], readings: [])],
                all
            )
            for end in ends {
                let offset = solution.offset(of: 1, to: 0, at: end)
                #expect(offset.map { !$0.error.isNaN } ?? true)
            }
        }
    }

    @Test("keeps the stated error in most cases, by clocks, marks and shakes")
    func figures() {
        var trial = AlignmentTrial(.near)
        let clocks = trial.figures(pairs: 24, seed: 3)
        #expect(clocks.held >= 0.87 && clocks.worst95 < 2.5e-3, "\(clocks)")
        (trial.marks, trial.shakes) = (2, 1)
        let all = trial.figures(pairs: 8, seed: 3)
        #expect(all.held >= 0.75 && all.worst95 < 1.5e-3 && all.found == 8, "\(all)")
    }
}
