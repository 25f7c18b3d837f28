// The words on buttons and in questions, in the participant's language.

package import FoundationEssentials
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
    /// How dates are written: as the locale says, else as the language does.
    var dateStyle: DateStyle { locale.dates ?? DateStyle(language) }

    /// How forms take answers that their own locale says nothing of.
    var surroundings: AnswerLocale {
        var locale = locale
        locale.dates = dateStyle
        return locale
    }

    /// How answers of a result are told in a run whose forms take them in a way; `nil` where it has none.
    func telling(as forms: AnswerLocale?) -> AnswerTelling {
        var locale = forms ?? locale
        locale.dates = locale.dates ?? dateStyle
        return AnswerTelling(
            locale: locale,
            yes: self(.yes),
            no: self(.no),
            separator: self(.separator)
        )
    }

    /// When something was, as the language writes it.
    package func dayAndTime(of date: Date) -> String {
        var type = RSDAnswerResultType(baseType: .date)
        type.dateFormat = "yyyy-MM-dd'T'HH:mm"
        return telling(as: nil).text(for: .date(date), of: type)
    }

    /// How somebody is told to type a date of a format.
    func form(ofDate format: String) -> String {
        DateLetters(
            year: self(.yearLetters),
            month: self(.monthLetters),
            day: self(.dayLetters),
            hour: self(.hourLetters),
            minute: self(.minuteLetters),
            second: self(.secondLetters)
        ).form(of: format)
    }
}
