// A question that is a form of its own, opened from a row.

/// A question that is a form of its own.
open class RSDDetailInputFieldObject: RSDInputFieldObject {
    /// How the form comes onto the screen.
    open var transitionStyle: String?
    /// The form's questions.
    open private(set) var inputFields: [any RSDInputField] = []
    /// What is asked for: what the only question asks for, where there is one and the file names no type.
    ///
    /// It follows that question: a `dataType` that an initialiser is given is kept only where it names a type.
    open override var dataType: RSDFormDataType { onlyField?.dataType ?? super.dataType }
    /// Whether one may go on without an answer: all questions may be left open.
    ///
    /// It follows the questions: what is set here counts only where there are none. To let a detail be left
    /// open, set `isOptional` of each of its `inputFields`.
    open override var isOptional: Bool {
        get { inputFields.isEmpty ? super.isOptional : inputFields.allSatisfy(\.isOptional) }
        set { super.isOptional = newValue }
    }

    /// The only question, which the answer is that of.
    var onlyField: (any RSDInputField)? {
        guard inputFields.count == 1, super.dataType == .detail(.codable) else { return nil }
        return inputFields[0]
    }

    /// A form of its own.
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

/// The questions of a form, wherever the form stands.
enum InputFields {
    static func decode(
        from container: KeyedDecodingContainer<JSONKey>
    ) throws -> [any RSDInputField]? {
        try container.decodeIfPresent([CodedInputField].self, forKey: "inputFields")?.map(\.value)
    }

    /// Gives questions without an identifier that of the step or question around them.
    static func adopt(_ identifier: String, by fields: [any RSDInputField]) {
        for case let field as RSDInputFieldObject in fields {
            if field.identifier.isEmpty { field.identifier = identifier }
            if let detail = field as? RSDDetailInputFieldObject {
                adopt(field.identifier, by: detail.inputFields)
            }
        }
    }

    /// Throws what is wrong with questions, or if two of a form have one identifier.
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
    /// The keys of a question that is a form of its own.
    static let detail = [
        RSDKey(
            "transitionStyle",
            .text,
            "How the form comes onto the screen, by the host's name for it."
        ),
        RSDKey(
            "inputFields",
            .list(.member(.inputField)),
            "The questions of the form, in the order in which they are shown."
        ),
    ]
}
