// A question of a task file.

/// A question.
open class RSDInputFieldObject: RSDInputField, Codable {
    /// The identifier; a question without one gets that of its step.
    public internal(set) final var identifier: String
    open var dataType: RSDFormDataType { spelledType.type }
    /// The kind of question; decoding takes it from the factory's declaration of the type.
    public final var kind: RSDFieldKind
    open var inputPrompt: String?
    open var inputPromptDetail: String?
    open var placeholder: String?
    open var inputUIHint: RSDFormUIHint?
    open var isOptional: Bool { didSet { statedOptional = isOptional } }
    open var textFieldOptions: RSDTextFieldOptionsObject?
    open var range: (any RSDRange)?
    open var surveyRules: [any RSDSurveyRule]?
    private let spelledType: SpelledDataType
    /// The value of `optional`, if the file has that key.
    private var statedOptional: Bool?

    /// Creates an optional question.
    public init(
        identifier: String,
        dataType: RSDFormDataType,
        inputUIHint: RSDFormUIHint? = nil
    ) {
        self.identifier = identifier
        spelledType = SpelledDataType(dataType)
        kind = dataType.kind
        self.inputUIHint = inputUIHint
        isOptional = true
        statedOptional = true
    }

    open func validate() throws {
        let faults = FieldRules.faults(of: self)
        if !faults.isEmpty { throw RSDValidationError(faults: faults) }
    }

    public required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONKey.self)
        identifier = try container.decodeIfPresent(String.self, forKey: "identifier") ?? ""
        spelledType = try container.decode(SpelledDataType.self, forKey: "type")
        kind = try decoder.factory.fieldKind(of: spelledType.spelling)
        inputPrompt = try container.decodeIfPresent(String.self, forKey: "prompt")
        inputPromptDetail = try container.decodeIfPresent(String.self, forKey: "promptDetail")
        placeholder = try container.decodeIfPresent(String.self, forKey: "placeholder")
        inputUIHint = try container.decodeIfPresent(RSDFormUIHint.self, forKey: "uiHint")
        statedOptional = try container.decodeIfPresent(Bool.self, forKey: "optional")
        isOptional = statedOptional ?? false
        textFieldOptions = try container.decodeIfPresent(
            RSDTextFieldOptionsObject.self,
            forKey: "textFieldOptions"
        )
        if container.contains("range") {
            let nested = try container.superDecoder(forKey: "range")
            range = try nested.factory.decodeRange(from: nested, for: dataType)
        }
        surveyRules = try container.decodeIfPresent([CodedSurveyRule].self, forKey: "surveyRules")?
            .map(\.value)
    }

    open func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encode(identifier, forKey: "identifier")
        try container.encode(spelledType, forKey: "type")
        try container.encodeIfPresent(inputPrompt, forKey: "prompt")
        try container.encodeIfPresent(inputPromptDetail, forKey: "promptDetail")
        try container.encodeIfPresent(placeholder, forKey: "placeholder")
        try container.encodeIfPresent(inputUIHint, forKey: "uiHint")
        try container.encodeIfPresent(statedOptional, forKey: "optional")
        try container.encodeIfPresent(textFieldOptions, forKey: "textFieldOptions")
        if let range { try encodeAny(range, to: container.superEncoder(forKey: "range")) }
        try container.encodeIfPresent(
            surveyRules?.map(CodedSurveyRule.init),
            forKey: "surveyRules"
        )
    }

    /// Makes the question optional, whatever its file says.
    final func forceOptional() {
        let stated = statedOptional
        isOptional = true
        statedOptional = stated
    }
}

/// A survey rule, decoded by the factory.
struct CodedSurveyRule: Codable {
    let value: any RSDSurveyRule

    init(_ value: any RSDSurveyRule) { self.value = value }

    init(from decoder: any Decoder) throws {
        value = try decoder.factory.decodeSurveyRule(from: decoder)
    }

    func encode(to encoder: any Encoder) throws { try encodeAny(value, to: encoder) }
}

/// Checks questions made in code; those of a file are checked while they are decoded.
enum FieldRules {
    /// Returns all faults of a question.
    static func faults(of field: any RSDInputField) -> [RSDTaskFileError] {
        var faults: [RSDTaskFileError] = []
        let here = JSONPath()
        if field.identifier.isEmpty {
            faults.append(
                RSDTaskFileError(
                    "a question has no identifier",
                    at: here.appending("identifier"),
                    remedy: "give it one that no other question of the form has"
                )
            )
        }
        if let range = field.range, let fault = RangeCoding.fault(in: range) {
            let place = here.appending("range").appending(fault.key)
            faults.append(RSDTaskFileError(fault.what, at: place, remedy: fault.remedy))
        }
        if case .failure(let fault)? = field.textFieldOptions?.pattern {
            let place = here.appending("textFieldOptions").appending("textValidator")
            faults.append(fault.error(at: place))
        }
        if let choices = (field as? any RSDChoiceInputField)?.choices, choices.isEmpty {
            faults.append(
                RSDTaskFileError(
                    "there is nothing to choose from",
                    at: here.appending("choices"),
                    remedy: "give the question choices"
                )
            )
        }
        return faults
    }
}

extension RSDKey {
    /// The keys of every question.
    ///
    /// - Parameter range: The shape of the key `range`, which depends on the type of question.
    /// - Returns: The keys.
    public static func inputField(range: Shape) -> [RSDKey] {
        [
            RSDKey(
                "identifier",
                .text,
                "The identifier of the answer; the identifier of the step if not given."
            ),
            RSDKey("prompt", .text, "The question, in few words."),
            RSDKey("promptDetail", .text, "A longer text of the question, below the prompt."),
            RSDKey("placeholder", .text, "The text in the field while it is empty."),
            RSDKey(
                "uiHint",
                .openWord(RSDFormUIHint.standardHints.map(\.rawValue).sorted()),
                "How the question is shown; a host that cannot show it so uses the usual form of its type."
            ),
            RSDKey(
                "optional",
                .boolean,
                "Whether the participant may continue without an answer; false if not given."
            ),
            RSDKey(
                "textFieldOptions",
                .object(.textFieldOptions),
                "How text is entered, and what is accepted."
            ),
            RSDKey("range", range, "Which answers are possible, for numbers, dates and durations."),
            RSDKey(
                "surveyRules",
                .list(.member(.surveyRule)),
                "Rules that choose the next step by the answer; the first rule that applies decides."
            ),
        ]
    }
}
