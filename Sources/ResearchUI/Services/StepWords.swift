// The words on buttons and in questions, in the participant's language.

public import Research
public import ViewTree

/// The words of a language.
public struct StepWords: Sendable, Hashable {
    public var language: Language
    public var table: StringTable
    /// How numbers, measures and dates of results are told in a run without forms; where there are forms,
    /// results are told as those take answers.
    ///
    /// Unless it is given, it follows the language.
    public var locale: AnswerLocale {
        get { givenLocale ?? AnswerLocale(language) }
        set { givenLocale = newValue }
    }
    private var givenLocale: AnswerLocale?

    /// The words of a language, out of a table; by themselves, those that the controllers come with, and
    /// numbers as the language mostly writes them.
    public init(
        language: Language = .english,
        table: StringTable = .builtIn,
        locale: AnswerLocale? = nil
    ) {
        self.language = language
        self.table = table
        givenLocale = locale
    }

    /// The words of a key, with what stands in their places.
    public func callAsFunction(_ key: StringKey, _ arguments: String...) -> String {
        table.string(key, in: language, values: arguments)
    }
}

extension StepWords {
    /// How answers of a result are told.
    var telling: AnswerTelling {
        AnswerTelling(
            locale: locale,
            yes: self(.yes),
            no: self(.no),
            day: self(.dayFormat),
            time: self(.timeFormat),
            dayAndTime: self(.dayAndTimeFormat),
            separator: self(.separator)
        )
    }
}
