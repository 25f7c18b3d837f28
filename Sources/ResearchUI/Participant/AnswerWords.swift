// Answers as a file has them, and as an answer result keeps them.

internal import FoundationEssentials
package import Research

/// Turns answers into JSON and back.
package enum AnswerWords {
    /// What is told of an answer that is refused: to a question of a step, and why.
    package static func refusal(of question: String, at step: String, _ reason: String) -> String {
        // A form's reason is a sentence of its own.
        let reason = reason.last == "." ? String(reason.dropLast()) : reason
        return "\(step).\(question): the answer is refused: \(reason)"
    }

    /// What is entered for a value of a file: text is typed, anything else picked.
    package static func input(from json: JSONValue) -> AnswerInput {
        switch json {
        case .null: .cleared
        case .string(let text): .text(text)
        case .boolean, .integer, .unsigned, .number, .array, .object: .value(value(of: json))
        }
    }

    /// The value that JSON stands for.
    package static func value(of json: JSONValue) -> AnswerValue {
        switch json {
        case .null, .unsigned: .codable(json)
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(Int(value))
        case .number(let value): .decimal(value)
        case .string(let value): .string(value)
        case .array(let values): .array(values.map { value(of: $0) })
        case .object(let values): .dictionary(values.mapValues { value(of: $0) })
        }
    }

    /// A value as JSON; a date as the seconds since 1970.
    package static func json(_ value: AnswerValue) -> JSONValue {
        switch value {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(Int64(value))
        case .decimal(let value): .number(value)
        case .string(let value): .string(value)
        case .date(let value): .number(value.timeIntervalSince1970)
        case .data(let value): .string(value.base64EncodedString())
        case .codable(let value): value
        case .array(let values): .array(values.map { json($0) })
        case .dictionary(let values): .object(values.mapValues { json($0) })
        }
    }
}
