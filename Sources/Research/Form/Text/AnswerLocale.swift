// What of a participant's language and country a form must know. It is given, never asked of the
// machine: the same task and the same answers then give the same result everywhere.

public import Timebase

/// How a participant writes numbers, measures and dates.
///
/// Unless told otherwise in plain digits and metric measures, in no country in particular.
public struct AnswerLocale: Sendable, Hashable {
    /// The country's code of two letters, or a region's of three digits; `nil` for none in particular.
    public var regionCode: String?
    /// What stands before the fraction of a number.
    public var decimalSeparator: Character
    /// How dates are written; `nil` for as the language of the words around a form does.
    public var dates: DateStyle?
    /// The time zone; `nil` for that of the factory, or of this machine.
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

    /// Whether people are measured in feet and pounds.
    public var usesFeetAndPounds: Bool { ["US", "LR", "MM"].contains(regionCode) }

    func offset(at instant: WallInstant) -> UTCOffset { offset ?? .local(at: instant) }
}
