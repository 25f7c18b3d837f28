import SystemCalls
import Testing

@Suite("A clock of the kernel")
struct SystemClockTests {
    @Test(
        "is clamped to 64 bits, whatever year a program fakes",
        arguments: [
            (0, 1, 1), (1_795_256_100, 123_456_789, 1_795_256_100_123_456_789),
            (9_223_372_036, 854_775_807, .max), (9_223_372_036, 854_775_808, .max),
            (9_341_352_000, 0, .max), (317_300_000_000, 0, .max), (.max, 999_999_999, .max),
            (-9_223_372_037, 145_224_192, .min), (-11_000_000_000, 5, .min), (.min, 0, .min),
        ] as [(Int64, Int64, Int64)]
    )
    func isHeld(seconds: Int64, rest: Int64, nanoseconds: Int64) {
        #expect(SystemClock.nanoseconds(seconds: seconds, andNanoseconds: rest) == nanoseconds)
    }

    @Test(
        "has the zone that `TZ` names, and none if `TZ` holds no valid name",
        arguments: [
            ("Europe/Berlin", "Europe/Berlin"),
            (":America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
            ("EST5EDT,M3.2.0/2,M11.1.0/2", "EST5EDT,M3.2.0/2,M11.1.0/2"),
            ("<+0545>-5:45", "<+0545>-5:45"),
            ("/usr/share/zoneinfo/Asia/Kathmandu", "Asia/Kathmandu"), (":/etc/passwd", nil),
            (":", nil), ("/", nil), ("a\tb", nil), ("a\u{1B}[31m", nil), ("a\"b\\c", nil),
            ("💥", nil),
            (String(repeating: "a", count: 65), nil),
        ] as [(String, String?)]
    )
    func zoneNames(value: String, name: String?) {
        #expect(SystemClock.zoneName(inVariable: value) == name)
    }
}
