// The answers of a task as archives have them: one flat object, whose keys say where in the task a
// question stood.

internal import FoundationEssentials
package import Research

/// Makes `answers.json`.
package enum TaskAnswers {
    /// The document; `nil` where nothing was answered.
    static func document(of result: any RSDTaskResult, _ factory: RSDFactory) throws -> [UInt8]? {
        var answers: [String: JSONValue] = [:]
        var keys = AnswerKeys()
        func collect(_ results: [any RSDResult], form: String?, section: String?) throws {
            for result in results {
                if let task = result as? any RSDTaskResult {
                    let inner = task.stepHistory + (task.asyncResults ?? [])
                    try collect(inner, form: nil, section: task.identifier)
                } else if let collection = result as? any RSDCollectionResult {
                    let inner = collection.inputResults
                    try collect(inner, form: collection.identifier, section: section)
                } else if let answer = result as? any RSDAnswerResult {
                    let key = keys.next(answer.identifier, of: form, in: section)
                    let value = try value(of: answer, factory)
                    answers[key] = value == .null ? nil : value
                }
            }
        }
        let results = result.stepHistory + (result.asyncResults ?? [])
        try collect(results, form: nil, section: nil)
        guard !answers.isEmpty else { return nil }
        return Array(try factory.createJSONEncoder().encode(answers)) + [UInt8(ascii: "\n")]
    }

    /// The answer as its result writes it.
    package static func value(
        of answer: any RSDAnswerResult,
        _ factory: RSDFactory
    ) throws -> JSONValue {
        let data = try factory.createJSONEncoder().encode(answer)
        let json = try factory.createJSONDecoder().decode(JSONValue.self, from: data)
        guard case .object(let keys) = json else { return .null }
        return keys["value"] ?? .null
    }
}
