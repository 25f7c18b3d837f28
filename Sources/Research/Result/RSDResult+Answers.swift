// Finds answers in a result by the name of their question, as code of the field does.

extension RSDResult {
    /// The answer to a question: this one itself, or one in it; the last, if it was given several times.
    ///
    /// In a task, steps come before what went on beside them.
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
    /// The answers by question, without those that have none.
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
