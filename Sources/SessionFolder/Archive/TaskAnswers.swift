// Makes `answers.json`: the answers of a task as one flat object, whose keys say where in the task each question
// was.

internal import FoundationEssentials
package import Research

/// Collects answers, and makes `answers.json`.
package struct TaskAnswers {
    private let factory: RSDFactory
    private var answers: [String: JSONValue] = [:]
    private var keys = AnswerKeys()

    /// Starts without answers; the factory will encode them.
    init(by factory: RSDFactory) { self.factory = factory }

    /// Returns the document; `nil` if nothing was answered.
    package static func document(
        of result: any RSDTaskResult,
        _ factory: RSDFactory
    ) throws -> [UInt8]? {
        var all = TaskAnswers(by: factory)
        func collect(_ results: [any RSDResult], form: String?, section: String?) throws {
            for result in results {
                if let task = result as? any RSDTaskResult {
                    let inner = task.stepHistory + (task.asyncResults ?? [])
                    try collect(inner, form: nil, section: task.identifier)
                } else if let collection = result as? any RSDCollectionResult {
                    let inner = collection.inputResults
                    try collect(inner, form: collection.identifier, section: section)
                } else if let answer = result as? any RSDAnswerResult {
                    try all.add(answer, of: form, in: section)
                }
            }
        }
        let results = result.stepHistory + (result.asyncResults ?? [])
        try collect(results, form: nil, section: nil)
        return try all.document()
    }

    /// Adds an answer, under the given name or the usual one.
    mutating func add(
        _ answer: any RSDAnswerResult,
        named name: String? = nil,
        of form: String?,
        in section: String?
    ) throws {
        let name = name ?? AnswerKeys.key(answer.identifier, of: form, in: section)
        let key = keys.free(name)
        let value = try Self.value(of: answer, factory)
        answers[key] = value == .null ? nil : value
    }

    /// Returns the document with all answers added; `nil` if nothing was answered.
    func document() throws -> [UInt8]? {
        guard !answers.isEmpty else { return nil }
        return Array(try factory.createJSONEncoder().encode(answers)) + [UInt8(ascii: "\n")]
    }

    /// Returns the value of an answer as its result encodes it.
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
