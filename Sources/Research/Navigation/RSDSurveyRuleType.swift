// The words by which rules choose how they judge; rules of the field have none.

/// The type of a survey rule; extend it with the types of your own.
public struct RSDSurveyRuleType: RSDVocabulary {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Compares the answer with one that is given.
    public static let comparable: RSDSurveyRuleType = "comparable"
}
