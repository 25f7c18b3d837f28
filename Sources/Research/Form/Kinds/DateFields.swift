// Questions for a date, with a certain precision.

internal import FoundationEssentials

extension RSDFieldKind {
    /// A date with its time of day.
    public static let date: RSDFieldKind = {
        var text = RSDTextRule { text, question in
            let date = question.dateWriting.date(
                from: text,
                in: question.locale.offset(at:)
            )
            return date.map(AnswerValue.date)
        }
        text.keyboardType = { _ in "numbersAndPunctuation" }
        var kind = RSDFieldKind(
            .date,
            .date,
            "a date",
            hints: [.picker, .textfield],
            range: .date,
            text: text
        )
        kind.picker = { question, now in .date(question.datePicker(at: now)) }
        return kind
    }()

    /// A day of the calendar.
    public static let dateOnly = date.written(.dateOnly)
    /// A time of day.
    public static let time = date.written(.time)

    private func written(_ pattern: DatePattern) -> RSDFieldKind {
        var kind = self
        kind.datePattern = pattern
        return kind
    }
}

extension RSDDeclaration<any RSDInputField> {
    static var date: Self { Self(ofOne: .date) }
    static var timestamp: Self {
        Self(
            "timestamp",
            "A question for a date with its time of day.",
            kind: .date
        )
    }
    static var dateOnly: Self {
        Self(
            "dateOnly",
            "A question for a day of the calendar.",
            kind: .dateOnly
        )
    }
    static var time: Self { Self("time", "A question for a time of day.", kind: .time) }
}

extension FormQuestion {
    fileprivate func datePicker(at now: Date) -> RSDDatePickerDataSource {
        let range = range as? RSDDateRangeObject
        let (pattern, limits) = (datePattern, dateLimits(at: now))
        var picker = RSDDatePickerDataSource(
            mode: !pattern.hasDay && pattern.hasTime
                ? .time : pattern.hasTime ? .dateAndTime : .date,
            minimumDate: limits.minimum,
            maximumDate: limits.maximum,
            minuteInterval: range?.minuteInterval,
            defaultDate: range?.defaultDate,
            dateFormat: dateWriting.format
        )
        picker.minimumIsNow = limits.minimumIsNow
        picker.maximumIsNow = limits.maximumIsNow
        return picker
    }
}
