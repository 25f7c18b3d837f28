// The time zone of a run: one fixed distance from UTC, taken at its start, so that a change to
// summer time in the middle of a night's recording does not make its dates jump.

internal import SystemCalls

/// How far local time was ahead of UTC, and where.
public struct UTCOffset: Sendable, Hashable, Codable {
    /// Seconds ahead of UTC.
    public var secondsFromGMT: Int
    /// The zone's name, as in "Europe/Berlin".
    public var identifier: String

    /// A zone given by its distance from UTC.
    public init(secondsFromGMT: Int, identifier: String) {
        self.secondsFromGMT = secondsFromGMT
        self.identifier = identifier
    }

    /// UTC itself.
    public static let utc = UTCOffset(secondsFromGMT: 0, identifier: "UTC")

    /// What this machine keeps at an instant.
    public static func local(at instant: WallInstant) -> UTCOffset {
        let seconds = instant.nanosecondsSince1970.flooredQuotient(1_000_000_000)
        return UTCOffset(
            secondsFromGMT: SystemClock.secondsAheadOfUTC(atSecondsSince1970: seconds),
            identifier: SystemClock.localZoneName ?? "UTC"
        )
    }
}
