// What a participant is told of a date before it is typed: the form that it has in their language, and between
// which dates it lies.

internal import FoundationEssentials
internal import Research
internal import ViewTree

extension DateBounds {
    /// A bound that is that of now is not written: it would be that of the form's opening.
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

    /// The dates that can answer a question at an instant, or the years; `nil` for one that asks for neither.
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
