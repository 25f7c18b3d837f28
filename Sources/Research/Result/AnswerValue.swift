// A participant's answer, as a value that can be compared, stored and passed on.

public import FoundationEssentials

/// An answer.
public enum AnswerValue: Sendable, Hashable {
    case boolean(Bool)
    case integer(Int)
    case decimal(Double)
    case string(String)
    case date(Date)
    case data(Data)
    /// JSON of a type that only the app knows.
    case codable(JSONValue)
    case array([AnswerValue])
    case dictionary([String: AnswerValue])
}
