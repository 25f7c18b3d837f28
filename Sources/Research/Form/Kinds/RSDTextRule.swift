// How answers of a kind are typed: the conversion from text to answer and back, and the keyboard. `FormQuestion`
// checks what applies to every question, such as the pattern, length and bounds.

/// How answers of a kind are typed.
public struct RSDTextRule: Sendable {
    /// Returns the answer for a text; `nil` for an invalid text.
    public typealias Reading =
        @Sendable (_ text: String, _ question: FormQuestion) -> AnswerValue?
    /// Returns the text of an answer; `nil` to use the default text of the value.
    public typealias Writing =
        @Sendable (_ answer: AnswerValue, _ question: FormQuestion) -> String?

    /// Converts a text to an answer.
    ///
    /// The text is trimmed, and has plain digits if `isInDigits`. With `keepsBlanks`, it is as it was typed.
    public var read: Reading
    /// Converts an answer to the text that the participant reads.
    public var write: Writing = { _, _ in nil }
    /// The format that a text must have; it is checked before the text is read.
    public var form: Form?
    /// What is reported about a text that cannot be read; by default, that a number or a date is expected.
    public var refusal: Refusal?
    /// Whether an answer consists of digits; the digits of any script are then converted to plain ones.
    public var isInDigits = false
    /// Whether leading and trailing spaces belong to the answer.
    public var keepsBlanks = false
    /// Whether the unit of the answer is shown after the field.
    public var tellsUnit = true
    /// The keyboard for its answers, as a word of `textFieldOptions`.
    public var keyboardType: @Sendable (AnswerLocale) -> String = { _ in "default" }
    /// What the on-screen keyboard capitalises, as a word of `textFieldOptions`.
    public var autocapitalizationType: String?

    /// Creates a rule with its own conversion.
    ///
    /// - Parameter read: Converts a text to an answer.
    public init(_ read: @escaping Reading) { self.read = read }

    /// Creates a rule for texts of digits.
    init(keyboardType: String, digits read: @escaping Reading) {
        self.init(read)
        isInDigits = true
        self.keyboardType = { _ in keyboardType }
    }

    /// A format that a text must have.
    public struct Form: Sendable {
        /// Returns whether a text has the format.
        public var fits: @Sendable (_ text: String) -> Bool
        /// What is reported about a text of another format.
        public var refusal: Refusal

        /// Creates a format.
        ///
        /// - Parameters:
        ///   - refusal: What is reported about a text of another format.
        ///   - fits: Returns whether a text has the format.
        public init(_ refusal: Refusal, fits: @escaping @Sendable (_ text: String) -> Bool) {
            self.fits = fits
            self.refusal = refusal
        }
    }

    /// What is reported about a text that is not a valid answer.
    public struct Refusal: Sendable, Hashable {
        /// The message, in English.
        public var message: String
        /// The reason, for messages in other languages; `nil` if only the message explains it.
        public var reason: RSDInputFieldError.Reason?

        /// Creates a refusal.
        ///
        /// - Parameters:
        ///   - message: The message, in English.
        ///   - reason: The reason, for messages in other languages.
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
