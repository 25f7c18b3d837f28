// Questions with choices: one list of them, or several columns.

/// A question with choices.
open class RSDChoiceInputFieldObject: RSDInputFieldObject, RSDChoiceInputField {
    open private(set) var choices: [RSDChoiceObject] = []
    open var defaultAnswer: AnswerValue?

    /// Creates an optional question with choices.
    ///
    /// With fewer than two choices, a form treats it as optional even if `isOptional` is set to false.
    public init(
        identifier: String,
        choices: [RSDChoiceObject],
        dataType: RSDFormDataType,
        inputUIHint: RSDFormUIHint? = nil,
        defaultAnswer: AnswerValue? = nil
    ) {
        super.init(identifier: identifier, dataType: dataType, inputUIHint: inputUIHint)
        self.choices = choices
        self.defaultAnswer = defaultAnswer
    }

    public required init(from decoder: any Decoder) throws {
        try super.init(from: decoder)
        let container = try decoder.container(keyedBy: JSONKey.self)
        choices = try Choices.decode(from: container, kind)
        if container.contains("defaultAnswer") {
            let nested = try container.superDecoder(forKey: "defaultAnswer")
            defaultAnswer = try Choices.defaultAnswer(from: nested, kind)
        }
        if choices.count <= 1 { forceOptional() }
    }

    open override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: JSONKey.self)
        try Choices.encode(choices, kind, to: container.superEncoder(forKey: "choices"))
        if let defaultAnswer {
            try Choices.encode(
                defaultAnswer,
                kind,
                to: container.superEncoder(forKey: "defaultAnswer")
            )
        }
    }
}

/// A question whose answer is composed of choices from several columns.
public protocol RSDMultipleComponentInputField: RSDInputField {
    /// The choices, column by column.
    var columns: [[RSDChoiceObject]] { get }
    /// The separator that joins the parts to one text.
    var separator: String? { get }
    /// The answer before the participant chooses one.
    var defaultAnswer: AnswerValue? { get }
}

/// A question whose answer is composed of choices from several columns.
open class RSDMultipleComponentInputFieldObject: RSDInputFieldObject,
    RSDMultipleComponentInputField
{
    open private(set) var columns: [[RSDChoiceObject]] = []
    open var separator: String?
    open var defaultAnswer: AnswerValue?
    private var isFlat = false

    /// Creates a question with choices in columns.
    public init(
        identifier: String,
        columns: [[RSDChoiceObject]],
        dataType: RSDFormDataType = .collection(.multipleComponent, .string),
        inputUIHint: RSDFormUIHint? = nil,
        separator: String? = nil
    ) {
        super.init(identifier: identifier, dataType: dataType, inputUIHint: inputUIHint)
        self.columns = columns
        self.separator = separator
    }

    public required init(from decoder: any Decoder) throws {
        try super.init(from: decoder)
        let container = try decoder.container(keyedBy: JSONKey.self)
        (columns, isFlat) = try Choices.decodeColumns(from: container, kind)
        separator = try container.decodeIfPresent(String.self, forKey: "separator")
        if container.contains("defaultAnswer") {
            let nested = try container.superDecoder(forKey: "defaultAnswer")
            defaultAnswer = try Choices.defaultAnswer(from: nested, kind)
        }
    }

    open override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: JSONKey.self)
        if isFlat, columns.count == 1 {
            try Choices.encode(columns[0], kind, to: container.superEncoder(forKey: "choices"))
        } else {
            var nested = container.nestedUnkeyedContainer(forKey: "choices")
            for column in columns {
                try Choices.encode(column, kind, to: nested.superEncoder())
            }
        }
        try container.encodeIfPresent(separator, forKey: "separator")
        if let defaultAnswer {
            try Choices.encode(
                defaultAnswer,
                kind,
                to: container.superEncoder(forKey: "defaultAnswer")
            )
        }
    }

    open override func validate() throws {
        try super.validate()
        guard columns.isEmpty || columns.contains(where: \.isEmpty) else { return }
        throw RSDValidationError(faults: [
            RSDTaskFileError(
                "a column has nothing to choose from",
                at: JSONPath([.key("choices")]),
                remedy: "give each column choices"
            )
        ])
    }
}
