import Testing
import Timebase

@Suite("A date's text")
struct TimestampTextTests {
    @Test(
        "is the field's, with milliseconds and the distance from UTC",
        arguments: [
            (0, 0, "1970-01-01T00:00:00.000Z"),
            (1_795_256_100_123_999_999, 3600, "2026-11-21T11:15:00.123+01:00"),
            (1_795_256_100_123_000_000, -12_600, "2026-11-21T06:45:00.123-03:30"),
            (-1, 0, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000_000_000, 0, "2000-02-29T00:00:00.000Z"),
            (4_107_542_399_999_000_000, 0, "2100-02-28T23:59:59.999Z"),
        ]
    )
    func formats(nanoseconds: Int64, offset: Int, text: String) {
        let zone = UTCOffset(secondsFromGMT: offset, identifier: "test")
        let instant = WallInstant(nanosecondsSince1970: nanoseconds)
        #expect(TimestampText.format(instant, zone) == text)
        let parsed = TimestampText.parse(text)
        #expect(parsed?.instant == instant.roundedToMilliseconds)
        #expect(parsed?.secondsFromGMT == offset)
    }

    @Test(
        "is there for the first and the last instant that 64 bits count",
        arguments: [
            (Int64.min, "1677-09-21T00:12:43.145Z"), (Int64.max, "2262-04-11T23:47:16.854Z"),
        ]
    )
    func ends(nanoseconds: Int64, text: String) {
        let instant = WallInstant(nanosecondsSince1970: nanoseconds)
        #expect(TimestampText.format(instant) == text)
        #expect(instant.roundedToMilliseconds <= instant)
        #expect(TimestampText.parse(text)?.instant == instant.roundedToMilliseconds)
        #expect(instant.isHeld)
    }

    @Test(
        "is read back in whatever zone, and says the nearest offset that a date can",
        arguments: [
            (-2670, "1969-12-31T23:15:00.000-00:45"), (29, "1970-01-01T00:00:00.000Z"),
            (-30, "1969-12-31T23:59:00.000-00:01"), (3570, "1970-01-01T01:00:00.000+01:00"),
            (86_400, "1970-01-01T23:59:00.000+23:59"), (-90_000, "1969-12-31T00:01:00.000-23:59"),
            (.max, "1970-01-01T23:59:00.000+23:59"), (.min, "1969-12-31T00:01:00.000-23:59"),
        ]
    )
    func oddZones(secondsFromGMT: Int, text: String) {
        let zone = UTCOffset(secondsFromGMT: secondsFromGMT, identifier: "odd")
        #expect(TimestampText.format(WallInstant(nanosecondsSince1970: 0), zone) == text)
        for nanoseconds: Int64 in [0, 4_133_980_800_000_000_000, .max, .min] {
            let instant = WallInstant(nanosecondsSince1970: nanoseconds)
            let parsed = TimestampText.parse(TimestampText.format(instant, zone))
            #expect(parsed?.instant == instant.roundedToMilliseconds)
            #expect(parsed?.secondsFromGMT == zone.asWritten.secondsFromGMT)
        }
    }

    @Test("is read back from any millisecond of four centuries")
    func roundTrips() {
        var state: UInt64 = 42
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let milliseconds = Int64(state >> 20) % 6_000_000_000_000
            let instant = WallInstant(nanosecondsSince1970: milliseconds * 1_000_000)
            #expect(TimestampText.parse(TimestampText.format(instant))?.instant == instant)
        }
    }

    @Test(
        "is refused when it is no date",
        arguments: [
            "", "2026", "2026-02-29T00:00:00.000Z", "2026-13-01T00:00:00.000Z",
            "2026-11-21T24:00:00.000Z", "2026-11-21T10:15:00.000", "2026-11-21 10:15:00.000Z",
            "2026-11-21T10:15:00.00Z", "2026-11-21T10:15:00.000+1:00", "９999-01-01T00:00:00.000Z",
            "9999-12-31T23:59:59.999Z", "2026-11-21T10:15:00.000Zjunk",
        ]
    )
    func refuses(text: String) {
        #expect(TimestampText.parse(text) == nil)
    }

    @Test("names a folder by second, in UTC")
    func namesFolders() {
        let instant = WallInstant(nanosecondsSince1970: 1_795_256_100_123_000_000)
        #expect(TimestampText.formatForName(instant) == "2026-11-21T101500Z")
    }
}

@Suite("Seconds in a file")
struct DecimalSecondsTests {
    @Test("give the same nanoseconds back for the first fifty days")
    func nanosecondsRoundTrip() {
        var state: UInt64 = 7
        for _ in 0..<100_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let nanoseconds = Int64(state >> 1) % 4_300_000_000_000_000
            let seconds = DecimalSeconds.seconds(fromNanoseconds: nanoseconds)
            #expect(DecimalSeconds.nanoseconds(fromSeconds: seconds) == nanoseconds)
        }
    }

    @Test("are the same seconds after a way through nanoseconds, for a century")
    func secondsAreStable() {
        var state: UInt64 = 8
        for _ in 0..<100_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let nanoseconds = Int64(state >> 1) % 3_000_000_000_000_000_000
            let once = DecimalSeconds.seconds(fromNanoseconds: nanoseconds)
            let again = DecimalSeconds.nanoseconds(fromSeconds: once)
                .map(DecimalSeconds.seconds(fromNanoseconds:))
            #expect(again == once)
        }
    }

    @Test(
        "are refused when no clock shows them",
        arguments: [Double.nan, .infinity, -.infinity, 1e300, -9.1e9]
    )
    func refuses(seconds: Double) {
        #expect(BootInstant(seconds: seconds) == nil)
    }
}
