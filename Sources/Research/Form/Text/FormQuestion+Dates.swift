// The dates of a question as the participant sees them: their format, and their limits.

package import FoundationEssentials

/// The limits of a date at a given time.
package struct DateLimits: Sendable, Hashable {
    package var minimum: Date?
    package var maximum: Date?
    /// True if the minimum is the time of the request, so that it changes as time passes.
    package var minimumIsNow: Bool
    /// True if the maximum is the time of the request, so that it changes as time passes.
    package var maximumIsNow: Bool

    package init(
        minimum: Date? = nil,
        maximum: Date? = nil,
        minimumIsNow: Bool = false,
        maximumIsNow: Bool = false
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.minimumIsNow = minimumIsNow
        self.maximumIsNow = maximumIsNow
    }
}

extension FormQuestion {
    /// The format in which its dates are shown and typed, as a Unicode date pattern.
    ///
    /// `nil` if the question does not ask for a date.
    package var shownDateFormat: String? {
        answerType.baseType == .date ? dateWriting.format : nil
    }

    /// Returns the limits of the date at a given time.
    package func dateLimits(at now: Date) -> DateLimits {
        guard let range = range as? RSDDateRangeObject else { return DateLimits() }
        let (minimum, maximum) = bounds(of: range, at: now)
        return DateLimits(
            minimum: minimum,
            maximum: maximum,
            minimumIsNow: range.allowPast == false && minimum == now,
            maximumIsNow: range.allowFuture == false && maximum == now
        )
    }

    /// Returns the limits of the year at a given time; `nil` unless the question asks for the year of a date.
    package func yearLimits(at now: Date) -> (minimum: Int?, maximum: Int?)? {
        guard answerType.baseType == .integer, let range = range as? RSDDateRangeObject else {
            return nil
        }
        func shown(_ date: Date?) -> Int? { date.map { Int(year($0)) } }
        return (shown(range.earliest(at: now)), shown(range.latest(at: now)))
    }

    /// Returns the answer as files have it, with dates in the format of the result.
    package func codedText(for value: AnswerValue) -> String {
        guard case .date(let date) = value else { return text(for: value) }
        return datePattern.text(for: date, in: locale.offset(at:)) ?? ""
    }

    /// Returns the date in a text from a file; `nil` if the text is not a date, or the question does not ask for one.
    package func codedDate(in text: String) -> AnswerValue? {
        guard answerType.baseType == .date else { return nil }
        return datePattern.storedDate(from: text, in: locale.offset(at:)).map(AnswerValue.date)
    }

    /// Uses the screen's locale for what the question's own locale does not specify.
    ///
    /// This concerns the style of dates, and the country of postal codes.
    package mutating func follow(_ surroundings: AnswerLocale) {
        dateStyle = locale.dates ?? surroundings.dates ?? dateStyle
        postalRegion = locale.regionCode ?? surroundings.regionCode
    }

    /// The locale, completed by the style in which dates are shown.
    package var shownLocale: AnswerLocale {
        var locale = locale
        locale.dates = dateStyle
        return locale
    }

    var dateWriting: DateWriting { DateWriting(datePattern, as: dateStyle) }

    func shown(_ date: Date) -> String {
        dateWriting.text(for: date, in: locale.offset(at:)) ?? "that date"
    }

    /// Returns the limits of a date.
    ///
    /// For a time of day, the current time is not a limit: each time of day is both past and future.
    func bounds(of range: RSDDateRangeObject, at now: Date) -> (minimum: Date?, maximum: Date?) {
        datePattern.hasDay
            ? (range.earliest(at: now), range.latest(at: now))
            : (range.minimumDate, range.maximumDate)
    }
}
