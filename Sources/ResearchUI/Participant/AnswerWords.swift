// Converts answers between the JSON of a file and the values of results.

internal import FoundationEssentials
package import Research

/// Turns answers into JSON and back.
package enum AnswerWords {
    /// The note about a refused answer: the question, its step, and the reason.
    package static func refusal(of question: String, at step: String, _ reason: String) -> String {
        // A form's reason is a full sentence: drop its full stop.
        let reason = reason.last == "." ? String(reason.dropLast()) : reason
        return "\(step).\(question): the answer is refused: \(reason)"
    }

    /// The input for a value from a file.
    ///
    /// A text is a value like any other: as a typed one, it would also answer a question for a number.
    package static func input(from json: JSONValue) -> AnswerInput {
        switch json {
        case .null: .cleared
        // An empty text in a form removes the answer, as typing does.
        case .string(""): .text("")
        case .boolean, .integer, .unsigned, .number, .string, .array, .object:
            .value(value(of: json))
        }
    }

    /// Converts JSON to a value.
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

    /// Converts a value to JSON; a date becomes the seconds since 1970.
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
