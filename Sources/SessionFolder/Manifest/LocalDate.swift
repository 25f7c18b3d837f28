// A date of the manifest, written as SageResearch does. It keeps the offset from UTC that applied where the
// participant was, which an instant alone would lose.

public import Timebase

/// An instant to the millisecond, with the offset from UTC that applied where it was recorded.
public struct LocalDate: Hashable, Sendable {
    /// The date as SageResearch writes it, such as "2026-11-21T10:15:00.123+01:00".
    public let text: String
    public let instant: WallInstant

    /// Makes the date of an instant, rounded to milliseconds as the text is.
    public init(_ instant: WallInstant, _ offset: UTCOffset) {
        let text = TimestampText.format(instant, offset)
        self.text = text
        self.instant = instant.roundedToMilliseconds
    }

    /// Reads a date as SageResearch writes it; `nil` for any other text.
    public init?(_ text: String) {
        guard let (instant, _) = TimestampText.parse(text) else { return nil }
        self.text = text
        self.instant = instant
    }
}

extension LocalDate {
    /// The time until another date; `nil` if no number can express it.
    func length(until end: LocalDate) -> Duration? {
        let (length, isTooLong) = end.instant.nanosecondsSince1970.subtractingReportingOverflow(
            instant.nanosecondsSince1970
        )
        return isTooLong ? nil : .nanoseconds(length)
    }
}

extension LocalDate: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let timestamp = LocalDate(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "not a date such as 2026-11-21T10:15:00.123+01:00"
            )
        }
        self = timestamp
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
