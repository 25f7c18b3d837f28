// One question of a form, as far as whoever shows and judges it needs to know.

/// A step with questions.
public protocol RSDFormUIStep: RSDTableStep {
    /// The questions.
    var inputFields: [any RSDInputField] { get }
}

/// One question.
public protocol RSDInputField: SendableMetatype {
    /// The identifier, unique within the form.
    var identifier: String { get }
    /// The question, in few words.
    var inputPrompt: String? { get }
    /// More of the question.
    var inputPromptDetail: String? { get }
    /// What stands in an empty field.
    var placeholder: String? { get }
    /// What is asked for.
    var dataType: RSDFormDataType { get }
    /// How it would like to be shown.
    var inputUIHint: RSDFormUIHint? { get }
    /// Whether one may go on without an answer.
    var isOptional: Bool { get }
    /// How text is entered, and what is accepted.
    var textFieldOptions: RSDTextFieldOptionsObject? { get }
    /// What values are possible.
    var range: (any RSDRange)? { get }
    /// Where the task goes on after which answer.
    var surveyRules: [any RSDSurveyRule]? { get }
    /// Throws if the question asks for something that cannot be answered.
    func validate() throws
}

/// A question with answers to choose from.
public protocol RSDChoiceInputField: RSDInputField {
    /// The answers.
    var choices: [RSDChoiceObject] { get }
    /// The answer that is chosen before anybody has.
    var defaultAnswer: AnswerValue? { get }
}

/// What values are possible; a protocol for the kinds of values to extend.
public protocol RSDRange: Codable, Sendable {}

/// An answer to choose.
public struct RSDChoiceObject: Sendable, Hashable {
    /// The answer; `nil` for one that means none of them.
    public var value: AnswerValue?
    public var text: String?
    public var detail: String?
    /// The name of its picture.
    public var icon: String?
    /// Whether it excludes all others.
    public var isExclusive: Bool

    public init(
        value: AnswerValue?,
        text: String? = nil,
        detail: String? = nil,
        icon: String? = nil,
        isExclusive: Bool = false
    ) {
        self.value = value
        self.text = text
        self.detail = detail
        self.icon = icon
        self.isExclusive = isExclusive
    }
}

/// How text is entered, and what is accepted.
public struct RSDTextFieldOptionsObject: Codable, Sendable, Hashable {
    /// A regular expression that the text must match somewhere.
    public var textValidator: String?
    /// What is told if it does not.
    public var invalidMessage: String?
    /// The length of the text at most; 0 for any.
    public var maximumLength: Int?
    public var isSecureTextEntry: Bool?
    public var autocapitalizationType: String?
    public var autocorrectionType: String?
    public var spellCheckingType: String?
    public var keyboardType: String?

    public init() {}
}
