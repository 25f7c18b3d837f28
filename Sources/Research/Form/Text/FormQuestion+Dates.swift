// What a participant sees of a question's dates: how they are written, and between which ones an answer lies.

package import FoundationEssentials

/// Between which dates an answer lies, at an instant.
package struct DateLimits: Sendable, Hashable {
    package var minimum: Date?
    package var maximum: Date?
    /// Whether the first date is that of the instant when it was asked for, which moves on.
    package var minimumIsNow: Bool
    /// Whether the last date is that of the instant when it was asked for, which moves on.
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
    /// The format in which its dates are shown and typed, in the letters of date patterns; `nil` for a
    /// question that does not ask for one.
    package var shownDateFormat: String? {
        answerType.baseType == .date ? dateWriting.format : nil
    }

    /// Between which dates an answer lies, at an instant.
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

    /// Between which years an answer lies at an instant; `nil` for a question that does not ask for the year of a
    /// date.
    package func yearLimits(at now: Date) -> (minimum: Int?, maximum: Int?)? {
        guard answerType.baseType == .integer, let range = range as? RSDDateRangeObject else {
            return nil
        }
        func shown(_ date: Date?) -> Int? { date.map { Int(year($0)) } }
        return (shown(range.earliest(at: now)), shown(range.latest(at: now)))
    }

    /// The answer as a file has it, whose dates are for programs.
    package func codedText(for value: AnswerValue) -> String {
        guard case .date(let date) = value else { return text(for: value) }
        return datePattern.text(for: date, in: locale.offset(at:)) ?? ""
    }

    /// The date in a text that a file has; `nil` for a question that does not ask for one, and for other texts.
    package func codedDate(in text: String) -> AnswerValue? {
        guard answerType.baseType == .date else { return nil }
        return datePattern.storedDate(from: text, in: locale.offset(at:)).map(AnswerValue.date)
    }

    /// Has what its locale does not say follow the language around its form: how dates are written, and the
    /// country of postal codes.
    package mutating func follow(_ surroundings: AnswerLocale) {
        dateStyle = locale.dates ?? surroundings.dates ?? dateStyle
        postalRegion = locale.regionCode ?? surroundings.regionCode
    }

    /// The locale with how its dates are written.
    package var shownLocale: AnswerLocale {
        var locale = locale
        locale.dates = dateStyle
        return locale
    }

    var dateWriting: DateWriting { DateWriting(datePattern, as: dateStyle) }

    func shown(_ date: Date) -> String {
        dateWriting.text(for: date, in: locale.offset(at:)) ?? "that date"
    }

    /// A time of the day has passed, and lies ahead, every day: now is no bound of it.
    func bounds(of range: RSDDateRangeObject, at now: Date) -> (minimum: Date?, maximum: Date?) {
        datePattern.hasDay
            ? (range.earliest(at: now), range.latest(at: now))
            : (range.minimumDate, range.maximumDate)
    }
}
