// What a form must know about a participant's language and country. The host gives it, so the same task and the same
// answers give the same result everywhere. Only the time zone is that of the machine if the host gives none.

public import Timebase

/// How a participant writes numbers, measures and dates.
///
/// By default: plain digits, metric measures, no particular country.
public struct AnswerLocale: Sendable, Hashable {
    /// The two-letter code of the country, or the three-digit code of a region; `nil` for none in particular.
    public var regionCode: String?
    /// The decimal separator.
    public var decimalSeparator: Character
    /// How dates are written; `nil` for the style of the screen's language.
    public var dates: DateStyle?
    /// The time zone; `nil` for that of the factory or of this machine.
    public var offset: UTCOffset?

    public init(
        regionCode: String? = nil,
        decimalSeparator: Character = ".",
        dates: DateStyle? = nil,
        offset: UTCOffset? = nil
    ) {
        self.regionCode = regionCode
        self.decimalSeparator = decimalSeparator
        self.dates = dates
        self.offset = offset
    }

    /// True if heights and weights are measured in feet and pounds.
    public var usesFeetAndPounds: Bool { ["US", "LR", "MM"].contains(regionCode) }

    func offset(at instant: WallInstant) -> UTCOffset { offset ?? .local(at: instant) }
}
