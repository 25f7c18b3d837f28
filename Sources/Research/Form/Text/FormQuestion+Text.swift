// Converts typed text to an answer and back, and checks the answer.

public import FoundationEssentials

extension FormQuestion {
    /// Returns the answer for a text; throws if the text is not a valid answer.
    ///
    /// First, the text is checked by the text field options, and by the format that the kind of question demands. The
    /// answer is then the choice that has this text. Without such a choice, the kind of question reads the text, and
    /// the range checks the answer.
    public func answer(to text: String, at now: Date) throws(RSDInputFieldError) -> AnswerValue {
        try judge(text)
        if let value = choiceValue(for: text) { return value }
        guard choices.isEmpty, columns.isEmpty || isJoinedText else {
            throw .invalidType(context(text, .noChoice))
        }
        // Very large numbers, and sums of such numbers, exceed the range of a `Double`.
        let parsed = parsed(text)
        guard let value = parsed, value.number?.isFinite ?? true else {
            throw try unread(text, as: parsed?.number, at: now)
        }
        try judgeNumber(value, text, at: now)
        try judgeDate(value, text, at: now)
        return value
    }

    /// Returns the answer for a value, converted to the question's type; throws if it does not fit.
    public func answer(to value: AnswerValue, at now: Date) throws(RSDInputFieldError)
        -> AnswerValue
    {
        if case .string(let text) = value, choices.isEmpty || takesText {
            guard let date = codedDate(in: text) else { return try answer(to: text, at: now) }
            // The date is in the format of results, so it is not parsed as typed text.
            try judge(text)
            try judgeDate(date, text, at: now)
            return date
        }
        guard let fitted = fitted(value) else { throw otherType(value) }
        try judgeNumber(fitted, value.plainText, at: now)
        try judgeDate(fitted, value.plainText, at: now)
        return fitted
    }

    /// Returns the answer for a value that is given for it, as `answer(to:at:)` does for a stored one.
    ///
    /// A text fits no question for a number, except a fraction, and none for yes or no.
    func answer(toGiven value: AnswerValue, at now: Date) throws(RSDInputFieldError) -> AnswerValue
    {
        if case .string = value, choices.isEmpty, !takesText { throw otherType(value) }
        return try answer(to: value, at: now)
    }

    private func otherType(_ value: AnswerValue) -> RSDInputFieldError {
        .invalidType(
            context(
                value.plainText,
                "The answer is not of the type '\(answerType.baseType.rawValue)'.",
                .otherType
            )
        )
    }

    // MARK: Judging

    private func judge(_ text: String) throws(RSDInputFieldError) {
        guard !isTooLong(text) else { throw tooLong(text) }
        switch options?.pattern {
        case nil: break
        case .success(let pattern): try judge(text, by: pattern)
        case .failure(let fault): throw .uncheckedRegex(unchecked(text, fault.reason))
        }
        if let form = kind.text.form, !form.fits(digits(of: text)) {
            throw .invalidRegex(context(text, form.refusal))
        }
    }

    private func judge(_ text: String, by pattern: TextPattern) throws(RSDInputFieldError) {
        switch pattern.verdict(on: digits(of: text)) {
        case .matches: return
        case .differs:
            throw .invalidRegex(context(text, .otherForm))
        case .undecided:
            let reason = "it needs more than \(TextPattern.mostSteps) steps for this answer"
            throw .uncheckedRegex(unchecked(text, reason))
        }
    }

    /// Returns the message about a pattern that cannot check the text; the participant's answer may be right.
    private func unchecked(_ text: String, _ reason: String) -> RSDInputFieldError.Context {
        let pattern = options?.textValidator ?? ""
        var context = context(text, "", .uncheckable(pattern: pattern))
        context.message =
            "The answer cannot be checked. Tell those who run the study that the pattern "
            + "'\(pattern)' must be fixed: \(reason)."
        return context
    }

    /// The least and the greatest number that can answer the question, as far as its range gives numbers.
    package var numberBounds: (minimum: Double?, maximum: Double?) {
        switch range {
        case let range as RSDNumberRangeObject: (range.minimumValue, range.maximumValue)
        case let range as RSDDurationRangeObject: (range.minimumValue, range.maximumValue)
        default: (nil, nil)
        }
    }

    private func judgeNumber(
        _ value: AnswerValue,
        _ text: String,
        at now: Date
    ) throws(RSDInputFieldError) {
        guard let number = value.number else { return }
        let bounds =
            (range as? RSDDateRangeObject).map { dates in
                (
                    minimum: dates.earliest(at: now).map(year),
                    maximum: dates.latest(at: now).map(year)
                )
            } ?? numberBounds
        func shown(_ bound: Double) -> String {
            NumberText.text(bound, maximumDigits: nil, separator: locale.decimalSeparator)
        }
        if let minimum = bounds.minimum, !(number >= minimum) {
            let context = context(text, "The answer must be at least \(shown(minimum)).")
            if range is RSDDateRangeObject { throw .lessThanMinimumDate(shown(minimum), context) }
            throw .lessThanMinimumValue(minimum, context)
        }
        if let maximum = bounds.maximum, !(number <= maximum) {
            let context = context(text, "The answer must be at most \(shown(maximum)).")
            if range is RSDDateRangeObject {
                throw .greaterThanMaximumDate(shown(maximum), context)
            }
            throw .greaterThanMaximumValue(maximum, context)
        }
        try judgeSteps(number, text)
    }

    /// Refuses a number between two steps; rounding it would be an answer that the participant did not give.
    private func judgeSteps(_ number: Double, _ text: String) throws(RSDInputFieldError) {
        // Values in feet and pounds do not fall on steps of centimetres and kilograms.
        let isConverted = measure != nil && locale.usesFeetAndPounds
        guard !isConverted, let range = range as? RSDNumberRangeObject,
            let steps = range.steps(around: number)
        else { return }
        let nearest = steps.map {
            NumberText.text($0, maximumDigits: 6, separator: locale.decimalSeparator)
        }
        throw .invalidFormatter(
            context(
                text,
                "Only some numbers are possible. The nearest are "
                    + "\(nearest.joined(separator: " and ")).",
                .betweenSteps(nearest: nearest)
            )
        )
    }

    private func judgeDate(
        _ value: AnswerValue,
        _ text: String,
        at now: Date
    ) throws(RSDInputFieldError) {
        guard case .date(let date) = value, let range = range as? RSDDateRangeObject else { return }
        let (minimum, maximum) = bounds(of: range, at: now)
        if let minimum, date < snapped(minimum) ?? minimum {
            let shown = shown(minimum)
            throw .lessThanMinimumDate(shown, context(text, "The date must be \(shown) or later."))
        }
        if let maximum, date > maximum {
            let shown = shown(maximum)
            throw .greaterThanMaximumDate(
                shown,
                context(text, "The date must be \(shown) or earlier.")
            )
        }
    }

    func year(_ date: Date) -> Double {
        let year = DatePattern("yyyy")?.text(for: date, in: locale.offset(at:))
        return year.flatMap(Double.init) ?? 0
    }

    /// Reduces the date to the precision of the question's format, which is all that a file stores; `nil` if the format
    /// cannot express the date.
    private func snapped(_ date: Date) -> Date? {
        let text = datePattern.text(for: date, in: locale.offset(at:))
        return text.flatMap { datePattern.date(from: $0, in: locale.offset(at:)) }
    }

    func context(
        _ value: String?,
        _ message: String,
        _ reason: RSDInputFieldError.Reason? = nil
    ) -> RSDInputFieldError.Context {
        RSDInputFieldError.Context(
            identifier: identifier,
            value: value,
            answerType: answerType,
            message: options?.invalidMessage ?? message,
            reason: reason
        )
    }

    /// Returns the error for a text that could not be read.
    ///
    /// If `number` is given, the text has a number that exceeds the range of a `Double`, and `number` is infinite.
    private func unread(
        _ text: String,
        as number: Double?,
        at now: Date
    ) throws(RSDInputFieldError) -> RSDInputFieldError {
        if let refusal = kind.text.refusal { return .invalidFormatter(context(text, refusal)) }
        return .invalidFormatter(
            answerType.baseType == .date
                ? noDate(text) : try noNumber(text, as: number, at: now)
        )
    }

    private func context(
        _ text: String,
        _ refusal: RSDTextRule.Refusal
    ) -> RSDInputFieldError.Context {
        context(text, refusal.message, refusal.reason)
    }

    private func noDate(_ text: String) -> RSDInputFieldError.Context {
        if dateWriting.namesNoDay(Self.trimmed(text)) {
            return context(text, "There is no such day.", .noSuchDay)
        }
        let format = dateWriting.format
        return context(text, "Write a date as \(format).", .noDate(format: format))
    }

    /// Returns the message for an unreadable number; throws if the number exceeds a bound.
    private func noNumber(
        _ text: String,
        as number: Double?,
        at now: Date
    ) throws(RSDInputFieldError) -> RSDInputFieldError.Context {
        let (trimmed, separator) = (Self.trimmed(digits(of: text)), locale.decimalSeparator)
        let asksForWhole = answerType.baseType == .integer
        guard
            let number = asksForWhole ? NumberText.number(trimmed, separator: separator) : number
        else { return unreadNumber(text, trimmed) }
        guard !asksForWhole || NumberText.isWhole(trimmed, separator: separator) else {
            return context(text, "Write a whole number.", .noWholeNumber)
        }
        try judgeNumber(.decimal(number), text, at: now)
        return number < 0
            ? context(text, "The number is too small. Write a larger one.", .tooSmall)
            : context(text, "The number is too large. Write a smaller one.", .tooLarge)
    }
}

// MARK: Reading

extension FormQuestion {
    /// True if the answers are typed in digits, which may be those of any script.
    private var isTypedInDigits: Bool {
        choices.isEmpty && columns.isEmpty && kind.text.isInDigits
    }

    /// Returns a text with plain digits, if the question is answered in digits.
    private func digits(of text: String) -> String {
        isTypedInDigits ? NumberText.plain(text, separator: locale.decimalSeparator) : text
    }

    /// Returns the message for a text that is not a number; if it has digits, the message shows the decimal separator.
    private func unreadNumber(_ text: String, _ plain: String) -> RSDInputFieldError.Context {
        let separator = locale.decimalSeparator
        if answerType.baseType == .integer {
            return NumberText.isForeign(plain, separator: separator)
                ? context(text, "Write a whole number.", .noWholeNumber)
                : context(text, "Write a number.", .noNumber)
        }
        // Feet and inches are whole numbers, and a time has colons, so the separator is not the problem.
        let isWhole = (measure?.shown.count ?? 1) > 1 || plain.contains(":")
        guard !isWhole, plain.contains(where: NumberText.isDigit) else {
            return context(text, "Write a number.", .noNumber)
        }
        let example = NumberText.example(for: plain, separator: separator)
        return context(
            text,
            "Write a number, for example \(example).",
            .noDecimal(example: example)
        )
    }

    /// Whether a text, as a value, is an answer that is still to be read.
    private var takesText: Bool {
        switch answerType.baseType {
        case .boolean, .integer, .decimal: kind.base == .fraction || isJoinedText
        case .string, .date, .data, .codable: choices.isEmpty
        }
    }

    private var isJoinedText: Bool { answerType.sequenceSeparator?.isEmpty == false }

    private func choiceValue(for text: String) -> AnswerValue? {
        let choice =
            choices.first { $0.text == text }
            ?? choices.first { $0.value?.plainText == text }
        guard let value = choice?.value else { return nil }
        return kind.isSequence ? .array([value]) : value
    }

    private func parsed(_ text: String) -> AnswerValue? {
        kind.text.read(kind.text.keepsBlanks ? text : Self.trimmed(digits(of: text)), self)
    }

    private static func trimmed(_ text: String) -> String {
        let tail = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
        return String(tail.reversed())
    }
}

// MARK: Fitting

extension FormQuestion {
    func fitted(_ value: AnswerValue) -> AnswerValue? {
        guard answerType.sequenceType == .array else { return fittedSingle(value) }
        guard case .array(let values) = value else {
            return fittedSingle(value).map { .array([$0]) }
        }
        let fitted = values.compactMap(fittedSingle)
        return fitted.count == values.count ? .array(fitted) : nil
    }

    func fittedSingle(_ value: AnswerValue) -> AnswerValue? {
        switch (answerType.baseType, value) {
        case (.boolean, .boolean), (.integer, .integer), (.string, .string), (.data, .data):
            return value
        case (.decimal, .decimal(let number)): return number.isFinite ? value : nil
        case (.decimal, .integer(let number)): return .decimal(Double(number))
        case (.integer, .decimal(let number)): return Int(exactly: number).map(AnswerValue.integer)
        case (.date, .date(let date)): return snapped(date).map(AnswerValue.date)
        case (.date, .string(let text)):
            return datePattern.storedDate(from: text, in: locale.offset(at:)).map(AnswerValue.date)
        case (.codable, _): return value.json.map(AnswerValue.codable)
        case (.boolean, _), (.integer, _), (.decimal, _), (.string, _), (.date, _), (.data, _):
            return nil
        }
    }
}

extension AnswerValue {
    /// The answer as a number.
    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .decimal(let value): value
        case .boolean, .string, .date, .data, .codable, .array, .dictionary: nil
        }
    }

    /// The answer as JSON; `nil` for dates and data, which need a format, and for values that JSON cannot express.
    var json: JSONValue? {
        switch self {
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(Int64(value))
        case .decimal(let value): return value.isFinite ? .number(value) : nil
        case .string(let value): return .string(value)
        case .codable(let value): return value.isFinite ? value : nil
        case .date, .data: return nil
        case .array(let values):
            let converted = values.compactMap(\.json)
            return converted.count == values.count ? .array(converted) : nil
        case .dictionary(let values):
            let converted = values.compactMapValues(\.json)
            return converted.count == values.count ? .object(converted) : nil
        }
    }
}

extension JSONValue {
    /// True if every number in the value is finite, as JSON requires.
    fileprivate var isFinite: Bool {
        switch self {
        case .number(let number): number.isFinite
        case .array(let values): values.allSatisfy(\.isFinite)
        case .object(let values): values.values.allSatisfy(\.isFinite)
        case .null, .boolean, .integer, .unsigned, .string: true
        }
    }
}
