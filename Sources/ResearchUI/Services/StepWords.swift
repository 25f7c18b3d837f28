// The texts of buttons and questions, in the participant's language.

package import FoundationEssentials
public import Research
public import ViewTree

/// The texts of a language, and how it writes numbers and dates.
public struct StepWords: Sendable, Hashable {
    public var language: Language
    public var table: StringTable
    /// The locale in which results are shown if the run has no forms; with forms, theirs is used.
    ///
    /// If it is not set, it follows the language.
    public var locale: AnswerLocale {
        get { givenLocale ?? AnswerLocale(language) }
        set { givenLocale = newValue }
    }
    private var givenLocale: AnswerLocale?

    /// Creates the texts of a language from a table; by default, the built-in texts and the language's usual locale.
    public init(
        language: Language = .english,
        table: StringTable = .builtIn,
        locale: AnswerLocale? = nil
    ) {
        self.language = language
        self.table = table
        givenLocale = locale
    }

    /// The text for a key, with its placeholders filled in.
    public func callAsFunction(_ key: StringKey, _ arguments: String...) -> String {
        table.string(key, in: language, values: arguments)
    }
}

extension StepWords {
    /// The date style of the locale, or that of the language.
    var dateStyle: DateStyle { locale.dates ?? DateStyle(language) }

    /// The locale for forms that set none themselves.
    var surroundings: AnswerLocale {
        var locale = locale
        locale.dates = dateStyle
        return locale
    }

    /// How answers of a result are shown; `forms` is the locale of the run's forms, `nil` without forms.
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

    /// A date and time, as the language writes it.
    package func dayAndTime(of date: Date) -> String {
        var type = RSDAnswerResultType(baseType: .date)
        type.dateFormat = "yyyy-MM-dd'T'HH:mm"
        return telling(as: nil).text(for: .date(date), of: type)
    }

    /// The hint that shows how to type a date in a format.
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
