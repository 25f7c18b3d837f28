// One question of a form: what is needed to show the question and to check its answers.

/// A step with questions.
public protocol RSDFormUIStep: RSDTableStep {
    /// The questions.
    var inputFields: [any RSDInputField] { get }
}

/// One question.
public protocol RSDInputField: SendableMetatype {
    /// The identifier, unique within the form.
    var identifier: String { get }
    /// The question, in a few words.
    var inputPrompt: String? { get }
    /// An explanation of the question.
    var inputPromptDetail: String? { get }
    /// The text in the empty field.
    var placeholder: String? { get }
    /// What is asked for.
    var dataType: RSDFormDataType { get }
    /// The kind of question.
    var kind: RSDFieldKind { get }
    /// How it should be shown.
    var inputUIHint: RSDFormUIHint? { get }
    /// Whether the participant may go on without an answer.
    var isOptional: Bool { get }
    /// How text is entered, and which text is accepted.
    var textFieldOptions: RSDTextFieldOptionsObject? { get }
    /// Which values are allowed.
    var range: (any RSDRange)? { get }
    /// The rules that decide, by the answer, which step follows.
    var surveyRules: [any RSDSurveyRule]? { get }
    /// Throws an error that describes the question's faults, such as a range that allows no answer.
    func validate() throws
}

extension RSDInputField {
    public var kind: RSDFieldKind { dataType.kind }
}

/// A question with choices.
public protocol RSDChoiceInputField: RSDInputField {
    /// The choices.
    var choices: [RSDChoiceObject] { get }
    /// The answer before the participant chooses one.
    var defaultAnswer: AnswerValue? { get }
}

/// Which values are allowed; each kind of value has its own type that conforms to this.
public protocol RSDRange: Codable, Sendable {}
