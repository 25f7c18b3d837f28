// The step with questions. What the questions are and how they are answered is in `Form`.

internal import FoundationEssentials

/// A step with questions.
open class RSDFormUIStepObject: RSDUIStepObject, RSDFormUIStep {
    open private(set) var inputFields: [any RSDInputField] = []
    /// How the participant writes; a decoded step has the locale of its factory's `surroundings`.
    open var answerLocale = FactorySurroundings().answerLocale

    open override class func defaultType() -> RSDStepType { .form }

    /// Creates a step with questions.
    public convenience init(
        identifier: String,
        inputFields: [any RSDInputField],
        type: RSDStepType? = nil
    ) {
        self.init(identifier: identifier, type: type)
        self.inputFields = inputFields
    }

    open override func copyInto(_ copy: RSDUIStepObject) {
        super.copyInto(copy)
        guard let copy = copy as? RSDFormUIStepObject else { return }
        copy.inputFields = inputFields
        copy.answerLocale = answerLocale
    }

    open override func instantiateStepResult() -> any RSDResult {
        RSDCollectionResultObject(
            identifier: identifier,
            startDate: Date(timeIntervalSince1970: 0)
        )
    }

    open override func validate() throws {
        try super.validate()
        if inputFields.isEmpty {
            throw RSDValidationError(faults: [
                RSDTaskFileError(
                    "the form asks nothing",
                    at: JSONPath([.key("inputFields")]),
                    remedy: "give it a question, or let the step be an RSDUIStepObject"
                )
            ])
        }
        try InputFields.check(inputFields)
    }

    @MainActor
    open override func instantiateDataSource(
        with parent: (any RSDPathComponent)?,
        for supportedHints: Set<RSDFormUIHint>
    ) -> (any RSDTableDataSource)? {
        RSDFormStepDataSource(
            step: self,
            parent: parent,
            supportedHints: supportedHints,
            locale: answerLocale
        )
    }

    open override func nextStepIdentifier(
        with result: (any RSDTaskResult)?,
        isPeeking: Bool
    ) -> String? {
        let answered = isPeeking ? nil : result
        return answered.flatMap { SurveyNavigation.target(of: self, in: $0) }
            ?? super.nextStepIdentifier(with: result, isPeeking: isPeeking)
    }

    open override func decode(
        from decoder: any Decoder,
        for deviceType: RSDDeviceType?
    ) throws {
        try super.decode(from: decoder, for: deviceType)
        let container = try decoder.container(keyedBy: JSONKey.self)
        answerLocale = try decoder.factory.surroundings.answerLocale
        let isToldFields = container.contains("inputFields")
        if isToldFields { inputFields = try InputFields.decode(from: container) ?? inputFields }
        InputFields.adopt(identifier, by: inputFields)
        guard inputFields.isEmpty else { return }
        throw decoder.fault(
            isToldFields ? "the form asks nothing" : "the key 'inputFields' is missing",
            at: isToldFields ? "inputFields" : nil,
            remedy: "give the form a question, or let the step be an 'instruction'"
        )
    }

    open override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encode(inputFields.map(CodedInputField.init), forKey: "inputFields")
    }
}

extension RSDKey {
    /// The keys of a step with questions.
    public static let formStep =
        uiStep + [
            RSDKey(
                "inputFields",
                .list(.member(.inputField)),
                isRequired: true,
                "The questions, in the order in which they are shown; at least one."
            )
        ]
}

extension RSDDeclaration<any RSDStep> {
    /// A step with questions.
    public static var form: Self {
        Self(
            .form,
            RSDFormUIStepObject.self,
            "A step with questions, all of which are on its screen.",
            keys: RSDKey.formStep
        )
    }

    /// A form about the participant.
    public static var demographics: Self {
        Self(
            .demographics,
            RSDFormUIStepObject.self,
            "A form that asks who the participant is, such as age and height.",
            keys: RSDKey.formStep
        )
    }
}
