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
    /// What its type means.
    var kind: RSDFieldKind { get }
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

extension RSDInputField {
    public var kind: RSDFieldKind { dataType.kind }
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
