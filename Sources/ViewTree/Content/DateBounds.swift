// Which dates can be entered, and in which format; the participant sees both before typing.

/// Which dates can be picked or typed, each written by `format`.
///
/// The moving bound "now" is not written as a date: `startsNow` and `endsNow` stand for it.
public struct DateBounds: Sendable, Hashable, Codable {
    /// The format of a date, in the letters of Unicode's date patterns, for example `dd.MM.yyyy`; ISO 8601 is accepted
    /// as well.
    public var format: String
    /// The same in letters of the participant's language, for example `TT.MM.JJJJ`.
    public var form: String?
    /// The first date; `nil` for any.
    public var minimum: String?
    /// The last date; `nil` for any.
    public var maximum: String?
    /// Whether dates in the past are refused; `nil` means no.
    public var startsNow: Bool?
    /// Whether dates in the future are refused; `nil` means no.
    public var endsNow: Bool?
    /// The interval of selectable times in minutes; `nil` for any.
    public var minuteInterval: Int?
    /// The date that a calendar shows before anything is picked; `nil` for today.
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
    /// The format as shown to the participant.
    package var typedForm: String { form ?? format }

    /// The limits as a sentence; `nil` if there are none.
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

    /// The format and the limits as a sentence.
    package func told(in strings: StringTable, language: Language) -> String {
        let separator = strings.string(.separator, in: language)
        return [typedForm, limits(in: strings, language: language)].compactMap(\.self)
            .filter { !$0.isEmpty }.joined(separator: separator)
    }
}
