// Dates in the manifest are written as the field writes them, with the offset of the place where
// the person walked: an instant alone would lose it.

public import Timebase

/// An instant with the offset from UTC that held there, kept to the millisecond.
public struct DateStamp: Hashable, Sendable {
    /// The field's form, such as "2026-11-21T10:15:00.123+01:00".
    public let text: String
    public let instant: WallInstant

    /// Keeps what the text form keeps of `instant`.
    public init(_ instant: WallInstant, _ offset: UTCOffset) {
        let text = TimestampText.format(instant, offset)
        self.text = text
        self.instant = instant.roundedToMilliseconds
    }

    /// Reads the field's form; `nil` for anything else.
    public init?(_ text: String) {
        guard let (instant, _) = TimestampText.parse(text) else { return nil }
        self.text = text
        self.instant = instant
    }
}

extension DateStamp {
    /// How long it is until another; `nil` where no number says it.
    func length(until end: DateStamp) -> Duration? {
        let (length, isTooLong) = end.instant.nanosecondsSince1970.subtractingReportingOverflow(
            instant.nanosecondsSince1970
        )
        return isTooLong ? nil : .nanoseconds(length)
    }
}

extension DateStamp: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let stamp = DateStamp(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "not a date such as 2026-11-21T10:15:00.123+01:00"
            )
        }
        self = stamp
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
