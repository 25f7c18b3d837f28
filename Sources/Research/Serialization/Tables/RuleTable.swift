// Which Swift type reads which `type` of survey rule; rules without a type compare.

/// The types of survey rules that can be decoded.
struct RuleTable: Sendable {
    private var types: [RSDSurveyRuleType: any (RSDSurveyRule & Decodable).Type] = [
        .comparable: RSDComparableSurveyRuleObject.self
    ]

    /// The words that are known, for suggestions.
    var knownWords: [String] { types.keys.map(\.rawValue).sorted() }

    subscript(type: RSDSurveyRuleType) -> (any (RSDSurveyRule & Decodable).Type)? {
        get { types[type] }
        set { types[type] = newValue }
    }
}
