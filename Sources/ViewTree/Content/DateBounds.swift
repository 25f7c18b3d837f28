// Which dates can be entered, and how: a participant is told before anything is typed.

/// Which dates can be picked or typed, each written by `format`.
///
/// A bound that moves on, as now does, is not written: `startsNow` and `endsNow` say it.
public struct DateBounds: Sendable, Hashable, Codable {
    /// How a date is written, in the letters of Unicode's date patterns, as in `dd.MM.yyyy`; besides,
    /// the form of ISO 8601 is taken.
    public var format: String
    /// The same in letters of the participant's language, as in `TT.MM.JJJJ`.
    public var form: String?
    /// The first date; `nil` for any.
    public var minimum: String?
    /// The last date; `nil` for any.
    public var maximum: String?
    /// Whether no date may have passed; `nil` for no.
    public var startsNow: Bool?
    /// Whether no date may lie ahead; `nil` for no.
    public var endsNow: Bool?
    /// How many minutes two times are apart; `nil` for any.
    public var minuteInterval: Int?
    /// Where a calendar stands before anything is picked; `nil` for today.
    public var initial: String?

    public init(
        format: String,
        form: String? = nil,
        minimum: String? = nil,
        maximum: String? = nil,
        startsNow: Bool? = nil,
        endsNow: Bool? = nil,
        minuteInterval: Int? = nil,
        initial: String? = nil
    ) {
        self.format = format
        self.form = form
        self.minimum = minimum
        self.maximum = maximum
        self.startsNow = startsNow
        self.endsNow = endsNow
        self.minuteInterval = minuteInterval
        self.initial = initial
    }
}

extension DateBounds {
    /// How a date is to be typed, as a person is told it.
    package var typedForm: String { form ?? format }

    /// Between which dates one lies, in a language; `nil` for any.
    package func limits(in strings: StringTable, language: Language) -> String? {
        func say(_ key: StringKey, _ values: String...) -> String {
            strings.string(key, in: language, values: values)
        }
        let between: String? =
            switch (minimum, maximum) {
            case (let minimum?, let maximum?): say(.fromTo, minimum, maximum)
            case (let minimum?, nil): say(.from, minimum)
            case (nil, let maximum?): say(.until, maximum)
            case (nil, nil): nil
            }
        let told = [
            between, startsNow == true ? say(.notInPast) : nil,
            endsNow == true ? say(.notInFuture) : nil,
        ].compactMap(\.self)
        return told.isEmpty ? nil : told.joined(separator: say(.separator))
    }

    /// The form and the limits of a date, in a language.
    package func told(in strings: StringTable, language: Language) -> String {
        let separator = strings.string(.separator, in: language)
        return [typedForm, limits(in: strings, language: language)].compactMap(\.self)
            .filter { !$0.isEmpty }.joined(separator: separator)
    }
}
