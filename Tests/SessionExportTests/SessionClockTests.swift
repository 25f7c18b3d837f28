// Converts boot time to the time of day.

import SessionFolder
import Testing
import Timebase

@testable import SessionExport

@Suite("The clock of an exported file")
struct SessionClockTests {
    private static let second: Int64 = 1_000_000_000

    private func reading(date: Int64, uptime: Int64) -> ClockReading {
        ClockReading(
            realtime: WallInstant(nanosecondsSince1970: date),
            monotonicNanoseconds: uptime,
            boottime: BootInstant(nanoseconds: uptime)
        )
    }

    private func file(date: Int64, uptime: Int64) -> SessionManifest.File {
        SessionManifest.File(
            path: "a.json",
            identifier: "a",
            contentType: "application/json",
            layout: .array,
            startDate: LocalDate(
                WallInstant(nanosecondsSince1970: date),
                .utc
            ),
            startUptime: BootInstant(nanoseconds: uptime)
        )
    }

    @Test("uses the first reading, to the nanosecond, however the clock drifts later")
    func first() {
        let clock = SessionClock(
            of: file(date: 1_700_000_000 * Self.second, uptime: 10 * Self.second),
            in: [
                reading(date: 1_700_000_000 * Self.second + 123_456, uptime: 10 * Self.second),
                reading(date: 1_700_000_060 * Self.second + 999_999, uptime: 70 * Self.second),
            ]
        )
        #expect(clock.time(atUptime: 12.5) == 1_700_000_002_500_123_456)
    }

    @Test("uses a later reading for a file that began after the clock was set")
    func set() {
        let readings = [
            reading(date: 100 * Self.second, uptime: 10 * Self.second),
            reading(date: 1_700_000_000 * Self.second, uptime: 70 * Self.second),
            reading(date: 1_700_000_060 * Self.second + 5, uptime: 130 * Self.second),
        ]
        let early = SessionClock(
            of: file(date: 101 * Self.second, uptime: 11 * Self.second),
            in: readings
        )
        #expect(early.time(atUptime: 80) == 170_000_000_000)
        let late = SessionClock(
            of: file(date: 1_700_000_001 * Self.second, uptime: 71 * Self.second),
            in: readings
        )
        #expect(late.time(atUptime: 80) == 1_700_000_010_000_000_000)
    }

    @Test("uses the file's own date if there are no readings, and has no time before 1970")
    func ends() {
        let alone = SessionClock(of: file(date: 50 * Self.second, uptime: 20 * Self.second), in: [])
        #expect(alone.time(atUptime: 21) == 51_000_000_000)
        #expect(alone.time(atUptime: -100) == 0)
        #expect(alone.time(atUptime: 1e18) == nil)
    }
}
