// Describes a date to a participant before they type it: its format in their language, and its range.

internal import FoundationEssentials
internal import Research
internal import ViewTree

extension DateBounds {
    /// Creates bounds; a bound that is "now" is not written as a date, which would be that of the form's opening.
    init(
        _ format: String,
        form: String?,
        _ limits: DateLimits,
        say: (AnswerValue) -> String
    ) {
        func written(_ date: Date?, isNow: Bool) -> String? {
            isNow ? nil : date.map { say(.date($0)) }
        }
        self.init(
            format: format,
            form: form,
            minimum: written(limits.minimum, isNow: limits.minimumIsNow),
            maximum: written(limits.maximum, isNow: limits.maximumIsNow),
            startsNow: limits.minimumIsNow ? true : nil,
            endsNow: limits.maximumIsNow ? true : nil
        )
    }

    /// The range of dates or years that can answer a question; `nil` if it asks for neither.
    init?(_ question: FormQuestion, at now: Date, _ words: StepWords) {
        if let years = question.yearLimits(at: now) {
            let format = "yyyy"
            func written(_ year: Int?) -> String? { year.map { question.text(for: .integer($0)) } }
            self.init(
                format: format,
                form: words.form(ofDate: format),
                minimum: written(years.minimum),
                maximum: written(years.maximum)
            )
            return
        }
        guard let format = question.shownDateFormat else { return nil }
        self.init(
            format,
            form: words.form(ofDate: format),
            question.dateLimits(at: now),
            say: { question.text(for: $0) }
        )
    }
}
