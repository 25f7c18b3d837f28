// Why an input was refused, with everything that a message needs.

/// Why an input is not a valid answer.
public enum RSDInputFieldError: Error, Sendable, Hashable {
    case invalidType(Context)
    case invalidFormatter(Context)
    case invalidRegex(Context)
    case exceedsMaxLength(Int, Context)
    case lessThanMinimumValue(Double, Context)
    case greaterThanMaximumValue(Double, Context)
    case lessThanMinimumDate(String, Context)
    case greaterThanMaximumDate(String, Context)
    /// The question's pattern is invalid, or needs too many steps to decide about this answer.
    case uncheckedRegex(Context)

    /// The input, and its question.
    public struct Context: Sendable, Hashable {
        public var identifier: String
        public var value: String?
        public var answerType: RSDAnswerResultType
        /// The message, in English or as the task file gives it.
        public var message: String
        /// The reason, for messages in other languages; `nil` if only the message explains it.
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

    /// Why an answer is refused, other than for its length or for exceeding a bound of the question.
    public enum Reason: Sendable, Hashable {
        /// The answer is not one of the choices.
        case noChoice
        /// The answer has another type than the question.
        case otherType
        case noNumber
        /// The input has digits, but is not a number in the participant's notation; `example` is a valid one.
        case noDecimal(example: String)
        /// The number lies between two steps; these are the nearest valid numbers.
        case betweenSteps(nearest: [String])
        /// The number must be a whole number.
        case noWholeNumber
        /// The number is larger than any answer can be, and the question has no bound.
        case tooLarge
        /// The number is smaller than any answer can be, and the question has no bound.
        case tooSmall
        case noYesOrNo
        /// The input is not a date in the question's format.
        case noDate(format: String)
        /// The input is a date in that format, but the month has no such day.
        case noSuchDay
        case noPostalCode
        case noBloodPressure
        /// The question's pattern does not match the input.
        case otherForm
        /// The question's pattern is invalid or needs too many steps.
        case uncheckable(pattern: String)
    }

    /// The input, and its question.
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
