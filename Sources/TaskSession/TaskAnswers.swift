// The answers of a task as archives have them: one flat object, whose keys say where in the task a
// question stood.

internal import FoundationEssentials
package import Research

/// Makes `answers.json`.
package enum TaskAnswers {
    /// The document; `nil` where nothing was asked.
    static func document(of result: any RSDTaskResult, _ factory: RSDFactory) throws -> [UInt8]? {
        var answers: [String: JSONValue] = [:]
        try collect(result.stepHistory + (result.asyncResults ?? []), [], factory, into: &answers)
        guard !answers.isEmpty else { return nil }
        return Array(try factory.createJSONEncoder().encode(answers)) + [UInt8(ascii: "\n")]
    }

    private static func collect(
        _ results: [any RSDResult],
        _ place: [String],
        _ factory: RSDFactory,
        into answers: inout [String: JSONValue]
    ) throws {
        for result in results {
            let here = place + [result.identifier]
            if let task = result as? any RSDTaskResult {
                let inner = task.stepHistory + (task.asyncResults ?? [])
                try collect(inner, here, factory, into: &answers)
            } else if let collection = result as? any RSDCollectionResult {
                try collect(collection.inputResults, here, factory, into: &answers)
            } else if let answer = result as? any RSDAnswerResult {
                let key = freeKey(here.joined(separator: "_"), answers)
                answers[key] = try value(of: answer, factory)
            }
        }
    }

    /// Two questions in two places may come to one key: none takes the other's.
    private static func freeKey(_ key: String, _ answers: [String: JSONValue]) -> String {
        guard answers[key] != nil else { return key }
        var number = 2
        while answers["\(key)-\(number)"] != nil { number += 1 }
        return "\(key)-\(number)"
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
