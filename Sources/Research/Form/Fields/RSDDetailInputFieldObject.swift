// A question that opens a form of its own from a row.

/// A question that opens a form of its own.
open class RSDDetailInputFieldObject: RSDInputFieldObject {
    /// The style in which the form appears on the screen.
    open var transitionStyle: String?
    /// The form's questions.
    open private(set) var inputFields: [any RSDInputField] = []
    /// The data type; for a plain `detail` whose form has a single question, the data type of that question.
    ///
    /// So with a single question, a `dataType` of `.detail(.codable)`, which is the default, has no effect.
    open override var dataType: RSDFormDataType { onlyField?.dataType ?? super.dataType }
    /// True if all questions of the form are optional.
    ///
    /// A value that is set here only counts while there are no questions. To make the detail optional, set
    /// `isOptional` of each of its `inputFields`.
    open override var isOptional: Bool {
        get { inputFields.isEmpty ? super.isOptional : inputFields.allSatisfy(\.isOptional) }
        set { super.isOptional = newValue }
    }

    /// The single question of the form, if its answer is the answer of the form.
    var onlyField: (any RSDInputField)? {
        guard inputFields.count == 1, super.dataType == .detail(.codable) else { return nil }
        return inputFields[0]
    }

    /// Creates a question that opens a form.
    public init(
        identifier: String,
        inputFields: [any RSDInputField],
        dataType: RSDFormDataType = .detail(.codable),
        transitionStyle: String? = nil
    ) {
        super.init(identifier: identifier, dataType: dataType)
        self.inputFields = inputFields
        self.transitionStyle = transitionStyle
        followOnlyField()
    }

    public required init(from decoder: any Decoder) throws {
        try super.init(from: decoder)
        let container = try decoder.container(keyedBy: JSONKey.self)
        transitionStyle = try container.decodeIfPresent(String.self, forKey: "transitionStyle")
        inputFields = try InputFields.decode(from: container) ?? []
        followOnlyField()
    }

    private func followOnlyField() {
        if let onlyField { kind = .detail(asking: onlyField.kind) }
    }

    open override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encodeIfPresent(transitionStyle, forKey: "transitionStyle")
        guard !inputFields.isEmpty else { return }
        try container.encode(inputFields.map(CodedInputField.init), forKey: "inputFields")
    }

    open override func validate() throws {
        try super.validate()
        try InputFields.check(inputFields)
    }
}

/// The questions of a form, whether the form is a step or opens from a row.
enum InputFields {
    static func decode(
        from container: KeyedDecodingContainer<JSONKey>
    ) throws -> [any RSDInputField]? {
        try container.decodeIfPresent([CodedInputField].self, forKey: "inputFields")?.map(\.value)
    }

    /// Gives questions without an identifier that of the step or question that contains them.
    static func adopt(_ identifier: String, by fields: [any RSDInputField]) {
        for case let field as RSDInputFieldObject in fields {
            if field.identifier.isEmpty { field.identifier = identifier }
            if let detail = field as? RSDDetailInputFieldObject {
                adopt(field.identifier, by: detail.inputFields)
            }
        }
    }

    /// Throws all faults of the questions, including equal identifiers.
    static func check(_ fields: [any RSDInputField]) throws {
        var seen: Set<String> = []
        var faults: [RSDTaskFileError] = []
        for (number, field) in fields.enumerated() {
            let place = JSONPath([.key("inputFields"), .index(number)])
            faults += RSDValidationError.faults(at: place) { try field.validate() }
            guard !seen.insert(field.identifier).inserted else { continue }
            faults.append(
                RSDTaskFileError(
                    "the question '\(field.identifier)' is there twice",
                    at: place.appending("identifier"),
                    remedy: "give one of them another identifier"
                )
            )
        }
        if !faults.isEmpty { throw RSDValidationError(faults: faults) }
    }
}

extension RSDKey {
    /// The keys of a question that opens a form.
    static let detail = [
        RSDKey(
            "transitionStyle",
            .text,
            "How the form appears on the screen, by the host's name for the transition."
        ),
        RSDKey(
            "inputFields",
            .list(.member(.inputField)),
            "The questions of the form, in the order in which they are shown."
        ),
    ]
}
