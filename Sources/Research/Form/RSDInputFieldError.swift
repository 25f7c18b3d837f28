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
        /// What is wrong, for the participant.
        public var message: String

        public init(
            identifier: String,
            value: String?,
            answerType: RSDAnswerResultType,
            message: String
        ) {
            self.identifier = identifier
            self.value = value
            self.answerType = answerType
            self.message = message
        }
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
