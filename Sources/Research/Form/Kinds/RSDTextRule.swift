// How answers of a kind are typed: from a text to an answer and back, and which keys it takes. What holds for
// every question, such as its pattern, its length and its bounds, `FormQuestion` judges.

/// How answers of a kind are typed.
public struct RSDTextRule: Sendable {
    /// Reads an answer of a text; `nil` for a text that says none.
    public typealias Reading =
        @Sendable (_ text: String, _ question: FormQuestion) -> AnswerValue?
    /// Writes an answer; `nil` to have it written as any value is.
    public typealias Writing =
        @Sendable (_ answer: AnswerValue, _ question: FormQuestion) -> String?

    /// Reads an answer; its text has no blanks around it unless `keepsBlanks`, and plain digits if `isInDigits`.
    public var read: Reading
    /// Writes an answer as a participant reads it.
    public var write: Writing = { _, _ in nil }
    /// The form that a text must have before it is read.
    public var form: Form?
    /// What is told of a text that cannot be read; by itself that a number or a date is to be written.
    public var refusal: Refusal?
    /// Whether an answer is made of digits, which each script has its own of.
    public var isInDigits = false
    /// Whether blanks around a text are a part of the answer.
    public var keepsBlanks = false
    /// Whether the unit of the answer stands behind the field.
    public var tellsUnit = true
    /// The keys that its answers are made of, by the words of `textFieldOptions`.
    public var keyboardType: @Sendable (AnswerLocale) -> String = { _ in "default" }
    /// What a keyboard on a screen makes capital by itself, by the words of `textFieldOptions`.
    public var autocapitalizationType: String?

    /// Texts that are read in a way of their own.
    ///
    /// - Parameter read: Reads an answer of a text.
    public init(_ read: @escaping Reading) { self.read = read }

    /// Texts in digits.
    init(keyboardType: String, digits read: @escaping Reading) {
        self.init(read)
        isInDigits = true
        self.keyboardType = { _ in keyboardType }
    }

    /// A form that a text must have.
    public struct Form: Sendable {
        /// Whether a text has it.
        public var fits: @Sendable (_ text: String) -> Bool
        /// What is told of a text that has not.
        public var refusal: Refusal

        /// A form, and what is told of a text that has another one.
        ///
        /// - Parameters:
        ///   - refusal: What is told of a text that has not the form.
        ///   - fits: Whether a text has it.
        public init(_ refusal: Refusal, fits: @escaping @Sendable (_ text: String) -> Bool) {
            self.fits = fits
            self.refusal = refusal
        }
    }

    /// What is told of a text that is no answer.
    public struct Refusal: Sendable, Hashable {
        /// What is wrong, in English.
        public var message: String
        /// What is wrong, for whoever says it in another language; `nil` where only the message says it.
        public var reason: RSDInputFieldError.Reason?

        /// What is told of a text.
        ///
        /// - Parameters:
        ///   - message: What is wrong, in English.
        ///   - reason: What is wrong, for whoever says it in another language.
        public init(_ message: String, _ reason: RSDInputFieldError.Reason? = nil) {
            self.message = message
            self.reason = reason
        }

        static let otherForm = Refusal(
            "The answer does not have the form it must have.",
            .otherForm
        )
        static let noChoice = Refusal("Choose one of the answers.", .noChoice)
    }
}
