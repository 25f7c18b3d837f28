// Finds answers in a result by the identifier of their question; SageResearch offers the same lookup.

extension RSDResult {
    /// Returns the answer with the given identifier: this result itself, or the last such answer within it.
    ///
    /// In a task result, the step history is searched before the async results.
    public func findAnswerResult(with identifier: String) -> (any RSDAnswerResult)? {
        switch self {
        case let answer as any RSDAnswerResult: answer.identifier == identifier ? answer : nil
        case let collection as any RSDCollectionResult:
            collection.inputResults.lastAnswer(with: identifier)
        case let task as any RSDTaskResult:
            task.stepHistory.lastAnswer(with: identifier)
                ?? task.asyncResults?.lastAnswer(with: identifier)
        default: nil
        }
    }
}

extension [any RSDResult] {
    fileprivate func lastAnswer(with identifier: String) -> (any RSDAnswerResult)? {
        reversed().lazy.compactMap { $0.findAnswerResult(with: identifier) }.first
    }
}

extension RSDCollectionResult {
    /// Returns the answers by question, without questions that have none.
    public func answers() -> [String: AnswerValue] {
        var answers: [String: AnswerValue] = [:]
        for case let answer as any RSDAnswerResult in inputResults {
            if let value = answer.value { answers[answer.identifier] = value }
        }
        return answers
    }
}

extension RSDAnswerResultType {
    /// Yes or no.
    public static let boolean = RSDAnswerResultType(baseType: .boolean)
    /// Bytes.
    public static let data = RSDAnswerResultType(baseType: .data)
    /// A date.
    public static let date = RSDAnswerResultType(baseType: .date)
    /// A number.
    public static let decimal = RSDAnswerResultType(baseType: .decimal)
    /// A whole number.
    public static let integer = RSDAnswerResultType(baseType: .integer)
    /// A text.
    public static let string = RSDAnswerResultType(baseType: .string)
    /// Any JSON.
    public static let codable = RSDAnswerResultType(baseType: .codable)
}
