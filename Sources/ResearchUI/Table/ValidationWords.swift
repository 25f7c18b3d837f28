// The messages for invalid answers, in the participant's language. A message that an app has thrown itself is shown
// unchanged.

internal import FoundationEssentials
internal import Research
internal import ViewTree

/// The message about an invalid answer.
struct ValidationWords {
    var title: String
    var message: String

    /// Uses the question's own message if it has one, or else that of the participant's language.
    ///
    /// The message about an invalid date includes the valid range at the instant `now`.
    init(
        _ error: RSDInputFieldError,
        question: FormQuestion?,
        at now: Date? = nil,
        words: StepWords
    ) {
        var question = question
        question?.follow(words.surroundings)
        let dates = question.flatMap { question in
            now.flatMap { DateBounds(question, at: $0, words) }
        }
        func number(_ bound: Double) -> String {
            question?.text(ofBound: bound, in: words) ?? "\(bound)"
        }
        let said: (title: StringKey, message: String?) =
            switch error {
            case .invalidType, .invalidFormatter, .invalidRegex, .uncheckedRegex:
                (
                    Self.title(error.context.reason),
                    error.context.reason.map { Self.message($0, dates, words) }
                )
            case .exceedsMaxLength(let most, _):
                (.tooLongTitle, words(.tooLongMessage, "\(most)"))
            case .lessThanMinimumValue(let least, _):
                (.tooSmallTitle, words(.tooSmallMessage, number(least)))
            case .greaterThanMaximumValue(let most, _):
                (.tooLargeTitle, words(.tooLargeMessage, number(most)))
            case .lessThanMinimumDate(let first, _):
                (.tooEarlyTitle, words(.tooEarlyMessage, first))
            case .greaterThanMaximumDate(let last, _):
                (.tooLateTitle, words(.tooLateMessage, last))
            }
        title = words(said.title)
        // The question's own message describes the answer; it does not fit an error in the task file.
        let own =
            if case .uncheckedRegex = error { String?.none } else {
                question?.options?.invalidMessage
            }
        message = own ?? said.message ?? error.context.message
    }

    private static func title(_ reason: RSDInputFieldError.Reason?) -> StringKey {
        switch reason {
        case .tooLarge: .tooLargeTitle
        case .tooSmall: .tooSmallTitle
        case .noChoice, .otherType, .noNumber, .noDecimal, .betweenSteps, .noWholeNumber,
            .noYesOrNo, .noDate, .noSuchDay, .noPostalCode, .noBloodPressure, .otherForm,
            .uncheckable, nil:
            .invalidAnswerTitle
        }
    }

    private static func message(
        _ reason: RSDInputFieldError.Reason,
        _ dates: DateBounds?,
        _ words: StepWords
    ) -> String {
        switch reason {
        case .noChoice: words(.chooseMessage)
        case .otherType: words(.otherTypeMessage)
        case .noNumber: words(.numberMessage)
        case .noDecimal(let example): words(.decimalMessage, example)
        case .betweenSteps(let nearest):
            nearest.count == 2
                ? words(.betweenStepsMessage, nearest[0], nearest[1])
                : words(.beyondStepsMessage, nearest.first ?? "")
        case .noWholeNumber: words(.wholeNumberMessage)
        case .tooLarge: words(.smallerNumberMessage)
        case .tooSmall: words(.largerNumberMessage)
        case .noYesOrNo: words(.yesOrNoMessage)
        case .noDate(let format):
            words(
                .dateMessage,
                dates?.told(in: words.table, language: words.language)
                    ?? words.form(ofDate: format)
            )
        case .noSuchDay: words(.noSuchDayMessage)
        case .noPostalCode: words(.postalCodeMessage)
        case .noBloodPressure: words(.bloodPressureMessage)
        case .otherForm: words(.otherFormMessage)
        case .uncheckable(let pattern): words(.uncheckableMessage, pattern)
        }
    }
}
