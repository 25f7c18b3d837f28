// Dates as results carry them, `yyyy-MM-dd'T'HH:mm:ss.SSSZZZZZ`. A Date is a binary fraction of
// seconds: it is brought to the nearest millisecond before it is written, because cutting it off
// would move a date by a millisecond each time that it is read and written again.

public import FoundationEssentials
public import Timebase

extension Date {
    /// An instant as results carry it: at the start of its millisecond, as its written form is.
    public init(_ instant: WallInstant) {
        let milliseconds = instant.roundedToMilliseconds.nanosecondsSince1970 / 1_000_000
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

extension WallInstant {
    /// The whole millisecond nearest to a date; `nil` for dates before 1678 or after 2261.
    public init?(nearest date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        // So many are whole in 64 bits of nanoseconds.
        guard milliseconds.magnitude <= 9_223_372_036_854 else { return nil }
        self.init(nanosecondsSince1970: Int64(milliseconds) * 1_000_000)
    }
}

/// The written form of a result's dates.
enum DateText {
    static func encode(
        _ date: Date,
        to encoder: any Encoder,
        in offset: (WallInstant) -> UTCOffset
    ) throws {
        guard let instant = WallInstant(nearest: date) else {
            // Not the date itself: describing one that is no number is fatal.
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
