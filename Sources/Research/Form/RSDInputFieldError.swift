// Why what was entered is no answer, with all that a message needs.

/// Why what was entered is no answer.
public enum RSDInputFieldError: Error, Sendable, Hashable {
    case invalidType(Context)
    case invalidFormatter(Context)
    case invalidRegex(Context)
    case exceedsMaxLength(Int, Context)
    case lessThanMinimumValue(Double, Context)
    case greaterThanMaximumValue(Double, Context)
    case lessThanMinimumDate(String, Context)
    case greaterThanMaximumDate(String, Context)
    /// The question's pattern is none, or takes too long to say whether the answer has its form.
    case uncheckedRegex(Context)

    /// What was entered, and where.
    public struct Context: Sendable, Hashable {
        public var identifier: String
        public var value: String?
        public var answerType: RSDAnswerResultType
        /// What is wrong, in English, or as the task file says it.
        public var message: String
        /// What is wrong, for whoever says it in another language; `nil` where only the message says it.
        public var reason: Reason?

        public init(
            identifier: String,
            value: String?,
            answerType: RSDAnswerResultType,
            message: String,
            reason: Reason? = nil
        ) {
            self.identifier = identifier
            self.value = value
            self.answerType = answerType
            self.message = message
            self.reason = reason
        }
    }

    /// What is wrong with an answer that lies beyond no bound.
    public enum Reason: Sendable, Hashable {
        /// It is none of the answers to choose from.
        case noChoice
        /// It is of another type than the question's.
        case otherType
        case noNumber
        /// It has digits, and is no number as the language writes one; an example is.
        case noDecimal(example: String)
        /// It lies between two of the numbers that are possible: those beside it.
        case betweenSteps(nearest: [String])
        /// It is a number, where a whole one is asked for.
        case noWholeNumber
        /// It is a number beyond all that an answer can be, where the question has no bound.
        case tooLarge
        /// It is a number below all that an answer can be, where the question has no bound.
        case tooSmall
        case noYesOrNo
        /// It is no date of the form that the question's dates have.
        case noDate(format: String)
        /// It is a date of that form, of a month that has no such day.
        case noSuchDay
        case noPostalCode
        case noBloodPressure
        /// The question's pattern does not match it.
        case otherForm
        /// The question's pattern is at fault.
        case uncheckable(pattern: String)
    }

    /// What was entered, and where.
    public var context: Context {
        switch self {
        case .invalidType(let context), .invalidFormatter(let context), .invalidRegex(let context),
            .exceedsMaxLength(_, let context), .lessThanMinimumValue(_, let context),
            .greaterThanMaximumValue(_, let context), .lessThanMinimumDate(_, let context),
            .greaterThanMaximumDate(_, let context), .uncheckedRegex(let context):
            context
        }
    }
}

extension RSDInputFieldError: CustomStringConvertible, RSDCodedError {
    public var description: String { "\(context.identifier): \(context.message)" }

    public var errorDomain: String { "RSDInputFieldErrorDomain" }

    public var errorCode: Int {
        switch self {
        case .invalidType: -1
        case .invalidFormatter: -2
        case .invalidRegex: -3
        case .exceedsMaxLength: -4
        case .lessThanMinimumValue, .greaterThanMaximumValue: -6
        case .lessThanMinimumDate, .greaterThanMaximumDate: -7
        case .uncheckedRegex: -8
        }
    }
}
