// The step with questions. What the questions are and how they are answered is in `Form`.

internal import FoundationEssentials

/// A step with questions.
open class RSDFormUIStepObject: RSDUIStepObject, RSDFormUIStep {
    open private(set) var inputFields: [any RSDInputField] = []

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
        (copy as? RSDFormUIStepObject)?.inputFields = inputFields
    }

    open override func instantiateStepResult() -> any RSDResult {
        RSDCollectionResultObject(
            identifier: identifier,
            startDate: Date(timeIntervalSince1970: 0)
        )
    }

    open override func decode(
        from decoder: any Decoder,
        for deviceType: RSDDeviceType?
    ) throws {
        try super.decode(from: decoder, for: deviceType)
        let container = try decoder.container(keyedBy: JSONKey.self)
        guard container.contains("inputFields") else { return }
        inputFields = try container.decode([CodedInputField].self, forKey: "inputFields")
            .map(\.value)
    }

    open override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encode(inputFields.map(CodedInputField.init), forKey: "inputFields")
    }
}
