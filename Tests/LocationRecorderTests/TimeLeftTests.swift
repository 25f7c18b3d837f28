// How long the source of fixes waits, by made-up readings of a machine's clocks.

import Testing
import Timebase

@testable import LocationRecorder

@Suite("A wait for gpsd")
struct TimeLeftTests {
    private static let second: Int64 = 1_000_000_000

    /// A machine that has been on for 100 seconds, of which it slept for 60.
    private static let reading = ClockReading(
        realtime: WallInstant(nanosecondsSince1970: 0),
        monotonicNanoseconds: 40 * second,
        boottime: BootInstant(nanoseconds: 100 * second)
    )

    private func left(until deadline: Int64?, orAwakeUntil awake: Int64?) -> Duration? {
        GPSSource.timeLeft(
            until: deadline.map { $0 * Self.second },
            orAwakeUntil: awake.map { $0 * Self.second },
            at: Self.reading
        )
    }

    @Test("is as long after the machine's sleep as it was before")
    func sleep() {
        #expect(left(until: nil, orAwakeUntil: 46) == .seconds(6))
    }

    @Test("ends at the earlier of two instants, each by its own clock")
    func earlier() {
        #expect(left(until: 103, orAwakeUntil: 46) == .seconds(3))
        #expect(left(until: 109, orAwakeUntil: 46) == .seconds(6))
        #expect(left(until: 109, orAwakeUntil: nil) == .seconds(9))
    }

    @Test("has no end without an instant, and ends at once if the instant has passed")
    func limits() {
        #expect(left(until: nil, orAwakeUntil: nil) == nil)
        #expect(left(until: 99, orAwakeUntil: 46) == .zero)
    }
}
