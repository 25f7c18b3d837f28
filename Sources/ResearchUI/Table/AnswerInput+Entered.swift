// Converts values of any type to answers, because apps written for SageResearch save answers in many types.

internal import FoundationTypes
internal import Research

extension AnswerInput {
    /// Converts a value of any type to an input; `nil` if its type cannot be an answer.
    init?(entered value: Any) {
        switch value {
        case let value as AnswerInput: self = value
        case let value as AnswerValue: self = .value(value)
        case let value as FormAnswer: self = value.value.map(AnswerInput.value) ?? .cleared
        case let value as String: self = .text(value)
        case is NSNull: self = .cleared
        default:
            guard let answer = AnswerValue(entered: value) else { return nil }
            self = .value(answer)
        }
    }
}

extension AnswerValue {
    init?(entered value: Any) {
        switch value {
        case let value as AnswerValue: self = value
        case let value as Bool: self = .boolean(value)
        case let value as Int: self = .integer(value)
        case let value as Double: self = .decimal(value)
        case let value as String: self = .string(value)
        case let value as Date: self = .date(value)
        case let value as Data: self = .data(value)
        case let value as JSONValue: self = .codable(value)
        case let values as [Any]:
            let entered = values.compactMap { AnswerValue(entered: $0) }
            guard entered.count == values.count else { return nil }
            self = .array(entered)
        default: return nil
        }
    }
}
