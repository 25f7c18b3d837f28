// The hours in which sessions may be sent, in zones made by hand.

import Outbox
import RandomWords
import Testing
import Timebase

@Suite("The hours in which sessions may be sent")
struct SendHoursTests {
    @Test(
        "are open within each of them, over midnight, too",
        arguments: [
            ("22:00-06:00", [22 * 60, 0, 5 * 60 + 59], [21 * 60 + 59, 6 * 60, 12 * 60]),
            ("12:00-13:00,22:00-24:00", [12 * 60, 22 * 60, 1439], [0, 11 * 60 + 59, 13 * 60]),
            ("00:00-24:00", [0, 720, 1439], []),
            ("6:05-6:06", [365], [364, 366]),
        ]
    )
    func within(text: String, open: [Int], closed: [Int]) throws {
        let hours = try SendHours(text)
        for minute in open { #expect(hours.areOpen(at: at(minute), in: utc), "\(minute)") }
        for minute in closed { #expect(!hours.areOpen(at: at(minute), in: utc), "\(minute)") }
    }

    @Test(
        "are refused where they are none",
        arguments: [
            "", "22", "22:00", "22:00-", "-06:00", "22-06", "24:00-06:00", "22:00-24:01",
            "22:60-23:00", "22:00-22:00", "00:00-00:00", "22:00-06:00,", "a:00-b:00",
            "1:00-2:00-3:00",
            "+1:00-2:00", "99999999999999999999:00-1:00", "22:0-23:00", "２２:00-23:00",
        ]
    )
    func refused(text: String) {
        #expect(throws: SendRuleError.self) { try SendHours(text) }
    }

    @Test("open next at once, later today, or tomorrow")
    func next() throws {
        let hours = try SendHours("22:00-06:00")
        #expect(hours.nextOpening(from: at(23 * 60), in: utc) == at(23 * 60))
        #expect(hours.nextOpening(from: at(720), in: utc) == at(22 * 60))
        #expect(hours.nextClosing(from: at(23 * 60), in: utc) == at(30 * 60))
        #expect(hours.nextClosing(from: at(720), in: utc) == at(720))
        #expect(try SendHours("01:00-02:00").nextOpening(from: at(121), in: utc) == at(25 * 60))
        #expect(SendHours.always.nextClosing(from: at(0), in: utc) == nil)
    }

    @Test("follow local time where summer begins: an hour that does not come opens the day after")
    func summerBegins() throws {
        // At 01:00 UTC the clocks go from 2 to 3.
        let zone: SendHours.Zone = { $0 < at(60) ? 3600 : 7200 }
        let hours = try SendHours("02:00-03:00")
        #expect(hours.nextOpening(from: at(0), in: zone) == at(1440))
        #expect(try SendHours("01:30-03:30").nextClosing(from: at(45), in: zone) == at(90))
    }

    @Test("follow local time where summer ends: an hour that comes twice is open twice")
    func summerEnds() throws {
        // At 01:00 UTC the clocks go from 3 back to 2.
        let zone: SendHours.Zone = { $0 < at(60) ? 7200 : 3600 }
        let hours = try SendHours("02:00-02:30")
        #expect(hours.nextOpening(from: at(-60), in: zone) == at(0))
        #expect(hours.nextClosing(from: at(0), in: zone) == at(30))
        #expect(hours.nextOpening(from: at(30), in: zone) == at(60))
        #expect(hours.nextClosing(from: at(60), in: zone) == at(90))
    }

    @Test("never cost a crash, whatever the clock and the zone say")
    func hostile() throws {
        let hours = try SendHours("22:00-06:00")
        for instant in [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max] {
            for ahead in [Int.min, -90_000, -1, 0, 1, 90_000, .max] {
                let wall = WallInstant(nanosecondsSince1970: instant)
                _ = hours.nextOpening(from: wall, in: { _ in ahead })
                _ = hours.nextClosing(from: wall, in: { _ in ahead })
            }
        }
    }

    @Test("never open while they are closed: what opens next is open, and nothing ahead of it is")
    func atRandom() throws {
        var words = RandomWords(seed: 25)
        for _ in 0..<200 {
            let (start, end) = (
                Int.random(in: 0..<1440, using: &words), Int.random(in: 0..<1440, using: &words)
            )
            guard start != end else { continue }
            let hours = try SendHours("\(clock(start))-\(clock(end))")
            let now = Int.random(in: 0..<10_000, using: &words)
            let opening = try #require(hours.nextOpening(from: at(now), in: utc))
            let length = start < end ? end - start : end + 1440 - start
            let isOpen = { (minute: Int) in (minute - start + 14_400) % 1440 < length }
            let expected = (now...).first(where: isOpen)
            #expect(opening == at(expected ?? -1))
        }
    }

    private func clock(_ minute: Int) -> String {
        let rest = minute % 60
        return "\(minute / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}

/// So many minutes after 1970 began.
private func at(_ minute: Int) -> WallInstant {
    WallInstant(nanosecondsSince1970: Int64(minute) * 60_000_000_000)
}

private let utc: @Sendable (WallInstant) -> Int = { _ in 0 }
