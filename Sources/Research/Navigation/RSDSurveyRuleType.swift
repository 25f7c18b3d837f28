// The `type` words that distinguish survey rules; rules of SageResearch have no `type`.

/// The type of a survey rule; an app can extend it with its own types.
public struct RSDSurveyRuleType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Compares the answer with a given value.
    public static let comparable: RSDSurveyRuleType = "comparable"
}
