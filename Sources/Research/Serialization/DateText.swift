// Dates as results carry them, `yyyy-MM-dd'T'HH:mm:ss.SSSZZZZZ`. A Date is a binary fraction of
// seconds: it is brought to the nearest millisecond before it is written, because cutting it off
// would move a date by a millisecond each time that it is read and written again.

package import FoundationEssentials
package import Timebase

/// The written form of a result's dates.
package enum DateText {
    /// About 230 years to either side of 1970: less than what nanoseconds can count.
    private static let reachInMilliseconds = 7.25e12

    /// The instant nearest to a date; `nil` where nanoseconds cannot count that far.
    package static func instant(of date: Date) -> WallInstant? {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard milliseconds.magnitude < reachInMilliseconds else { return nil }
        return WallInstant(nanosecondsSince1970: Int64(milliseconds) * 1_000_000)
    }

    /// The date nearest to an instant.
    package static func date(of instant: WallInstant) -> Date {
        Date(timeIntervalSince1970: Double(instant.nanosecondsSince1970) / 1e9)
    }

    static func encode(
        _ date: Date,
        to encoder: any Encoder,
        in offset: (WallInstant) -> UTCOffset
    ) throws {
        guard let instant = instant(of: date) else {
            throw EncodingError.invalidValue(
                date,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "The date is centuries away; set the clock it came from."
                )
            )
        }
        var container = encoder.singleValueContainer()
        try container.encode(TimestampText.format(instant, offset(instant)))
    }

    static func decode(from decoder: any Decoder) throws -> Date {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard isWithinReach(text), let parsed = TimestampText.parse(text),
            instant(of: date(of: parsed.instant)) == parsed.instant
        else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "'\(text)' is not a date; write it as 2026-11-21T10:15:00.123Z."
            )
        }
        return date(of: parsed.instant)
    }

    /// Whether nanoseconds count as far as the year that a text begins with.
    private static func isWithinReach(_ text: String) -> Bool {
        guard let year = Int(text.prefix(4)) else { return false }
        return (1700...2200).contains(year)
    }
}
