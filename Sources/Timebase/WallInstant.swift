// The time of day: what people and dates mean. It can be set at any moment, so nothing is measured
// by it; it only names instants that another clock measured.
//
// 64 bits of nanoseconds end in April 2262, and so does the clock of Linux, which counts by them and
// cannot be set beyond 2232. Whatever shows a later year is held at the end, where every date can be
// written and read; `isHeld` tells that it was.

/// An instant of the time of day (UTC).
public struct WallInstant: Sendable, Hashable, Comparable {
    /// Nanoseconds since the first of January 1970, 00:00 UTC.
    public var nanosecondsSince1970: Int64

    /// The instant so many nanoseconds after 1970 began.
    public init(nanosecondsSince1970: Int64) {
        self.nanosecondsSince1970 = nanosecondsSince1970
    }

    public static func < (left: WallInstant, right: WallInstant) -> Bool {
        left.nanosecondsSince1970 < right.nanosecondsSince1970
    }

    /// The instant at the start of its millisecond, which is as fine as written dates are.
    public var roundedToMilliseconds: WallInstant {
        let milliseconds = nanosecondsSince1970.flooredQuotient(1_000_000)
        let (start, isTooEarly) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
        // The first millisecond that 64 bits reach into begins before them.
        return WallInstant(nanosecondsSince1970: isTooEarly ? .min : start)
    }

    /// Whether a clock that shows it may show another year: it is at an end of what can be said.
    public var isHeld: Bool { nanosecondsSince1970 == .max || nanosecondsSince1970 == .min }
}

extension Int64 {
    /// The quotient rounded down, also below zero.
    func flooredQuotient(_ divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
