// Dates in a life sign have the same format as in a session.

public import Timebase

/// An instant of the time of day, written as a date.
public struct SaidInstant: Sendable, Hashable, Codable {
    public let instant: WallInstant

    public init(_ instant: WallInstant) { self.instant = instant.roundedToMilliseconds }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let (instant, _) = TimestampText.parse(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date")
        }
        self.init(instant)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(TimestampText.format(instant))
    }
}
