// The step with questions. What the questions are and how they are answered is in `Form`.

internal import FoundationEssentials

/// A step with questions.
open class RSDFormUIStepObject: RSDUIStepObject, RSDFormUIStep {
    open private(set) var inputFields: [any RSDInputField] = []
    /// How the participant writes numbers, measures and dates.
    open var answerLocale = AnswerLocale.plain

    open override class func defaultType() -> RSDStepType { .form }

    /// A step with questions.
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
        for field in inputFields { try field.validate() }
        try InputFields.checkIdentifiers(of: inputFields, in: identifier)
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
        guard container.contains("inputFields") else { return }
        inputFields = try InputFields.decode(from: container) ?? inputFields
        InputFields.adopt(identifier, by: inputFields)
    }

    open override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encode(inputFields.map(CodedInputField.init), forKey: "inputFields")
    }
}
