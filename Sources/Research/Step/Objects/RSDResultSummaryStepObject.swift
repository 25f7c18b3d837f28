// The step that shows a result of the task, or completes the task.

/// A step that shows a result, or completes the task.
open class RSDResultSummaryStepObject: RSDActiveUIStepObject, RSDResultSummaryStep,
    RSDNavigationSkipRule
{
    open var resultIdentifier: String?
    open var stepResultIdentifier: String?
    open var resultTitle: String?
    open var unitText: String?

    open override class func defaultType() -> RSDStepType { .feedback }

    /// Returns true if the step names an answer to show, and that answer is missing.
    open func shouldSkipStep(with result: (any RSDTaskResult)?, isPeeking: Bool) -> Bool {
        guard resultIdentifier != nil else { return false }
        return answer(in: result)?.value == nil
    }

    /// Returns the answer that the step shows; `nil` if it names none, or if the answer is missing.
    open func answer(in result: (any RSDTaskResult)?) -> (any RSDAnswerResult)? {
        guard let resultIdentifier, let result else { return nil }
        guard let stepResultIdentifier else { return Self.answer(resultIdentifier, in: [result]) }
        return Self.step(stepResultIdentifier, in: result)
            .flatMap { Self.answer(resultIdentifier, in: [$0]) }
    }

    /// Returns the result of a step at this level, or, by the path `section/step`, of one within a section.
    private static func step(_ name: String, in result: any RSDTaskResult) -> (any RSDResult)? {
        if let found = result.findResult(for: name) { return found }
        guard let slash = name.firstIndex(of: "/"),
            let section = result.findResult(for: String(name[..<slash])) as? any RSDTaskResult
        else { return nil }
        return step(String(name[name.index(after: slash)...]), in: section)
    }

    /// Returns the last answer with this identifier in the results, at any depth.
    private static func answer(
        _ identifier: String,
        in results: [any RSDResult]
    ) -> (any RSDAnswerResult)? {
        for result in results.reversed() {
            if let answer = result as? any RSDAnswerResult {
                if answer.identifier == identifier { return answer }
            } else if let collection = result as? any RSDCollectionResult {
                if let found = Self.answer(identifier, in: collection.inputResults) { return found }
            } else if let task = result as? any RSDTaskResult {
                let inner = task.stepHistory + (task.asyncResults ?? [])
                if let found = Self.answer(identifier, in: inner) { return found }
            }
        }
        return nil
    }

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

extension RSDResultSummaryStep {
    /// Returns the answer that the step shows, from the result of its level; `nil` if it is missing or has no value.
    package func shownAnswer(in result: any RSDTaskResult) -> (any RSDAnswerResult)? {
        let place = self as? RSDResultSummaryStepObject ?? RSDResultSummaryStepObject(place: self)
        return place.answer(in: result).flatMap { $0.value == nil ? nil : $0 }
    }
}

extension RSDResultSummaryStepObject {
    /// Creates a step that finds the same answer as another one.
    fileprivate convenience init(place: any RSDResultSummaryStep) {
        self.init(identifier: place.identifier, type: place.stepType)
        stepResultIdentifier = place.stepResultIdentifier
        resultIdentifier = place.resultIdentifier
    }
}

extension RSDKey {
    /// The keys of a step that shows a result.
    public static let resultSummaryStep =
        activeStep + [
            RSDKey(
                "resultIdentifier",
                .text,
                "The answer that is shown; if the run has no such answer, the step is skipped."
            ),
            RSDKey(
                "stepResultIdentifier",
                .text,
                "The step that gave the answer, such as 'step' or 'section/step'; any step if not given."
            ),
            RSDKey("resultTitle", .text, "The heading above the answer that is shown."),
            RSDKey("unitText", .text, "The unit that is shown after the answer."),
        ]
}

extension RSDDeclaration<any RSDStep> {
    /// The step that ends a task.
    public static var completion: Self {
        Self(
            .completion,
            RSDResultSummaryStepObject.self,
            "The step that ends a task: it thanks the participant, and may show an answer.",
            keys: RSDKey.resultSummaryStep,
            rule: RSDActiveUIStepObject.durationRule
        )
    }

    /// A step that shows a result.
    public static var feedback: Self {
        Self(
            .feedback,
            RSDResultSummaryStepObject.self,
            "A step that shows an answer of this run to the participant.",
            keys: RSDKey.resultSummaryStep,
            rule: RSDActiveUIStepObject.durationRule
        )
    }
}
