// A question as task files have it.

/// A question.
open class RSDInputFieldObject: RSDInputField, Codable {
    public let identifier: String
    public let dataType: RSDFormDataType
    open var inputPrompt: String?
    open var inputPromptDetail: String?
    open var placeholder: String?
    open var inputUIHint: RSDFormUIHint?
    open var isOptional: Bool
    open var textFieldOptions: RSDTextFieldOptionsObject?
    open var range: (any RSDRange)?
    open var surveyRules: [any RSDSurveyRule]?

    /// A question that may be left open.
    public init(
        identifier: String,
        dataType: RSDFormDataType,
        inputUIHint: RSDFormUIHint? = nil
    ) {
        self.identifier = identifier
        self.dataType = dataType
        self.inputUIHint = inputUIHint
        isOptional = true
    }

    open func validate() throws {}

    public required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: JSONKey.self)
        identifier = try container.decode(String.self, forKey: "identifier")
        dataType = try container.decode(RSDFormDataType.self, forKey: "type")
        inputPrompt = try container.decodeIfPresent(String.self, forKey: "prompt")
        inputPromptDetail = try container.decodeIfPresent(String.self, forKey: "promptDetail")
        placeholder = try container.decodeIfPresent(String.self, forKey: "placeholder")
        inputUIHint = try container.decodeIfPresent(RSDFormUIHint.self, forKey: "uiHint")
        isOptional = try container.decodeIfPresent(Bool.self, forKey: "optional") ?? false
        textFieldOptions = try container.decodeIfPresent(
            RSDTextFieldOptionsObject.self,
            forKey: "textFieldOptions"
        )
    }

    open func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encode(identifier, forKey: "identifier")
        try container.encode(dataType, forKey: "type")
        try container.encodeIfPresent(inputPrompt, forKey: "prompt")
        try container.encodeIfPresent(inputPromptDetail, forKey: "promptDetail")
        try container.encodeIfPresent(placeholder, forKey: "placeholder")
        try container.encodeIfPresent(inputUIHint, forKey: "uiHint")
        if isOptional { try container.encode(true, forKey: "optional") }
        try container.encodeIfPresent(textFieldOptions, forKey: "textFieldOptions")
    }
}
