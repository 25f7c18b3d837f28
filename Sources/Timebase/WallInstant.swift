// The time of day, as people and dates give it. It can be set at any moment, so nothing is measured by it; it only
// names instants that another clock measured.
//
// 64 bits of nanoseconds end in April 2262. So does the clock of Linux, which counts the same way and cannot be set
// beyond 2232. A later year is clamped to the end, where every date can still be written and read; `isHeld` is then
// true.

/// An instant of the time of day (UTC).
public struct WallInstant: Sendable, Hashable, Comparable {
    /// Nanoseconds since the first of January 1970, 00:00 UTC.
    public var nanosecondsSince1970: Int64

    /// The instant `nanosecondsSince1970` after the start of 1970.
    public init(nanosecondsSince1970: Int64) {
        self.nanosecondsSince1970 = nanosecondsSince1970
    }

    public static func < (left: WallInstant, right: WallInstant) -> Bool {
        left.nanosecondsSince1970 < right.nanosecondsSince1970
    }

    /// The instant at the start of its millisecond, the precision of written dates.
    public var roundedToMilliseconds: WallInstant {
        let milliseconds = nanosecondsSince1970.flooredQuotient(1_000_000)
        let (start, isTooEarly) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
        // The first millisecond of the range begins before the range does.
        return WallInstant(nanosecondsSince1970: isTooEarly ? .min : start)
    }

    /// True at either end of the range: the true time may be beyond it.
    public var isHeld: Bool { nanosecondsSince1970 == .max || nanosecondsSince1970 == .min }
}

extension Int64 {
    /// The quotient rounded down, also below zero.
    func flooredQuotient(_ divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
