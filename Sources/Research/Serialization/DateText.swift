// Dates as results carry them, `yyyy-MM-dd'T'HH:mm:ss.SSSZZZZZ`. A `Date` is a binary fraction of seconds, so it is
// rounded to the nearest millisecond before it is written. Truncating it would move the date by a millisecond each
// time it is decoded and encoded again.

public import FoundationEssentials
public import Timebase

extension Date {
    /// Creates a date as results carry it, rounded to whole milliseconds.
    public init(_ instant: WallInstant) {
        let milliseconds = instant.roundedToMilliseconds.nanosecondsSince1970 / 1_000_000
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

extension WallInstant {
    /// Creates the whole millisecond nearest to a date; `nil` for dates before 1678 or after 2261.
    public init?(nearest date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        // The greatest number of milliseconds whose nanoseconds fit into 64 bits.
        guard milliseconds.magnitude <= 9_223_372_036_854 else { return nil }
        self.init(nanosecondsSince1970: Int64(milliseconds) * 1_000_000)
    }
}

/// Encodes and decodes the dates of results.
enum DateText {
    static func encode(
        _ date: Date,
        to encoder: any Encoder,
        in offset: (WallInstant) -> UTCOffset
    ) throws {
        guard let instant = WallInstant(nearest: date) else {
            // The number instead of the date, because describing a date that is NaN would crash.
            throw EncodingError.invalidValue(
                date.timeIntervalSince1970,
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
        guard let parsed = TimestampText.parse(text),
            WallInstant(nearest: Date(parsed.instant)) == parsed.instant
        else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "'\(text)' is not a date; write it as 2026-11-21T10:15:00.123Z."
            )
        }
        return Date(parsed.instant)
    }
}
