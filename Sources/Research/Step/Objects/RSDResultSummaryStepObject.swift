// The step that shows what came of the task; also the one that ends it.

/// A step that shows a result, or thanks for it.
open class RSDResultSummaryStepObject: RSDActiveUIStepObject, RSDResultSummaryStep {
    open var resultIdentifier: String?
    open var stepResultIdentifier: String?
    open var resultTitle: String?
    open var unitText: String?

    open override class func defaultType() -> RSDStepType { .feedback }

    open override func copyInto(_ copy: RSDUIStepObject) {
        super.copyInto(copy)
        guard let copy = copy as? RSDResultSummaryStepObject else { return }
        copy.resultIdentifier = resultIdentifier
        copy.stepResultIdentifier = stepResultIdentifier
        copy.resultTitle = resultTitle
        copy.unitText = unitText
    }

    open override func decode(
        from decoder: any Decoder,
        for deviceType: RSDDeviceType?
    ) throws {
        try super.decode(from: decoder, for: deviceType)
        let container = try decoder.container(keyedBy: JSONKey.self)
        func text(_ key: JSONKey, _ earlier: String?) throws -> String? {
            try container.decodeIfPresent(String.self, forKey: key) ?? earlier
        }
        resultIdentifier = try text("resultIdentifier", resultIdentifier)
        stepResultIdentifier = try text("stepResultIdentifier", stepResultIdentifier)
        resultTitle = try text("resultTitle", resultTitle)
        unitText = try text("unitText", unitText)
    }

    open override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: JSONKey.self)
        try container.encodeIfPresent(resultIdentifier, forKey: "resultIdentifier")
        try container.encodeIfPresent(stepResultIdentifier, forKey: "stepResultIdentifier")
        try container.encodeIfPresent(resultTitle, forKey: "resultTitle")
        try container.encodeIfPresent(unitText, forKey: "unitText")
    }
}
