import Testing
import Timebase

@Suite("When something timestamped came in")
struct ArrivalClockTests {
    private func bracket(realtime: Int64, boottime: Int64) -> ClockReading.Bracket {
        let reading = ClockReading(
            realtime: WallInstant(nanosecondsSince1970: realtime),
            monotonicNanoseconds: 0,
            boottime: BootInstant(nanoseconds: boottime)
        )
        return ClockReading.Bracket(reading, errorNanoseconds: 100)
    }

    /// Both clocks show this when it begins.
    private let begin: Int64 = 400_000_000
    /// By how much the time of day is ahead of the boot clock, while nobody sets it.
    private let ahead: Int64 = 4_100_000_000

    private func steady(at boottime: Int64) -> ClockReading.Bracket {
        bracket(realtime: boottime + ahead, boottime: boottime)
    }

    @Test("is as long ago as its timestamp, to the error of the reading, however late it is read")
    func plain() {
        var clock = ArrivalClock(from: steady(at: begin))
        for age: Int64 in [30_000, 1_900_000_000, 2_100_000_000, 6_000_000_000, 86_400_000_000_000]
        {
            let now = begin + 86_400_000_000_000
            let found = clock.instant(timestampedAt: now + ahead - age, readAt: steady(at: now))
            #expect(found.instant.nanoseconds == now - age)
            #expect(found.errorNanoseconds == 100)
        }
    }

    @Test(
        "is not known better than since the last look, where somebody has set the clock meanwhile",
        arguments: [-3_595_000_000_000, 5_000_030_101, .min, .max, nil] as [Int64?]
    )
    func set(timestamp: Int64?) {
        var clock = ArrivalClock(from: steady(at: 0))
        clock.nothingIsLeft(at: steady(at: begin))
        let found = clock.instant(
            timestampedAt: timestamp,
            readAt: bracket(realtime: 5_000_030_000, boottime: 900_000_000)
        )
        #expect(found.instant.nanoseconds == 900_000_000)
        #expect(found.errorNanoseconds == 500_000_100)
    }

    @Test(
        "is no instant of a clock that was set behind its timestamp, whether that is read at once or later",
        arguments: [-3_600_000_000_000, -5_000_000, 5_000_000, 3_600_000_000_000] as [Int64]
    )
    func step(by step: Int64) {
        var clock = ArrivalClock(from: steady(at: 0))
        clock.nothingIsLeft(at: steady(at: begin))
        // Two came; then the clock was set, and each of them is read after that.
        let came = begin + 1_000_000
        for now in [came + 2_000_000, came + 500_000_000] {
            let found = clock.instant(
                timestampedAt: came + ahead,
                readAt: bracket(realtime: now + ahead + step, boottime: now)
            )
            #expect(found.instant.nanoseconds - found.errorNanoseconds <= came)
            #expect(found.instant.nanoseconds + found.errorNanoseconds >= came)
            #expect(found.errorNanoseconds > 100)
        }
        // What comes when all of that has been read is timestamped by the clock as it is now.
        let now = came + 600_000_000
        clock.nothingIsLeft(at: bracket(realtime: now + ahead + step, boottime: now))
        let late = now + 9_000_000_000
        let found = clock.instant(
            timestampedAt: now + 5_000 + ahead + step,
            readAt: bracket(realtime: late + ahead + step, boottime: late)
        )
        #expect(found.instant.nanoseconds == now + 5_000)
        #expect(found.errorNanoseconds == 100)
    }
}
