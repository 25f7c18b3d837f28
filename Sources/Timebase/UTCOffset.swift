// The time zone of a recording: one fixed distance from UTC, read at its start, so that a change to summer time in
// the middle of a night's recording does not make its dates jump.

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

    /// This machine's offset at an instant, rounded to what a date can express.
    public static func local(at instant: WallInstant) -> UTCOffset {
        let seconds = instant.nanosecondsSince1970.flooredQuotient(1_000_000_000)
        return UTCOffset(
            secondsFromGMT: SystemClock.secondsAheadOfUTC(atSecondsSince1970: seconds),
            identifier: SystemClock.localZoneName ?? "UTC"
        ).asWritten
    }

    /// The nearest offset that a date can express: whole minutes, less than a day.
    ///
    /// Liberia was 44 minutes and 30 seconds behind until 1972, and `TZ` can name any distance.
    public var asWritten: UTCOffset {
        let longest = 86_340
        let held = min(max(secondsFromGMT, -longest), longest)
        let minutes = (held.magnitude + 30) / 60
        return UTCOffset(
            secondsFromGMT: Int(minutes) * (held < 0 ? -60 : 60),
            identifier: identifier
        )
    }
}
