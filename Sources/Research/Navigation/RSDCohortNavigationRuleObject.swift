// The cohort rules of task files, and lists of them.

/// A rule that applies to participants of certain cohorts.
public struct RSDCohortNavigationRuleObject: RSDCohortNavigationRule, Hashable {
    public var requiredCohorts: Set<String>
    public var cohortOperator: RSDCohortRuleOperator?
    public var skipToIdentifier: String?

    public init(
        requiredCohorts: Set<String>,
        cohortOperator: RSDCohortRuleOperator? = nil,
        skipToIdentifier: String? = nil
    ) {
        self.requiredCohorts = requiredCohorts
        self.cohortOperator = cohortOperator
        self.skipToIdentifier = skipToIdentifier
    }
}

extension RSDCohortNavigationRuleObject {
    private enum CodingKeys: String, CodingKey {
        case requiredCohorts
        case cohortOperator = "operator"
        case skipToIdentifier
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        requiredCohorts = try container.decode(Set<String>.self, forKey: .requiredCohorts)
        cohortOperator = try container.decodeIfPresent(
            RSDCohortRuleOperator.self,
            forKey: .cohortOperator
        )
        skipToIdentifier = try container.decodeIfPresent(String.self, forKey: .skipToIdentifier)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(requiredCohorts.sorted(), forKey: .requiredCohorts)
        try container.encodeIfPresent(cohortOperator, forKey: .cohortOperator)
        try container.encodeIfPresent(skipToIdentifier, forKey: .skipToIdentifier)
    }
}

/// Decodes and encodes lists of cohort rules.
enum CohortRules {
    static func decode(
        _ container: KeyedDecodingContainer<JSONKey>,
        _ key: JSONKey
    ) throws -> [any RSDCohortNavigationRule] {
        var list = try container.nestedUnkeyedContainer(forKey: key)
        var rules: [any RSDCohortNavigationRule] = []
        while !list.isAtEnd {
            let decoder = try list.superDecoder()
            rules.append(try decoder.factory.decodeCohortNavigationRule(from: decoder))
        }
        return rules
    }

    static func encode(
        _ rules: [any RSDCohortNavigationRule]?,
        into container: inout KeyedEncodingContainer<JSONKey>,
        _ key: JSONKey
    ) throws {
        guard let rules else { return }
        var list = container.nestedUnkeyedContainer(forKey: key)
        for rule in rules { try encodeAny(rule, to: list.superEncoder()) }
    }
}

extension RSDWords {
    /// A rule that applies to participants of certain cohorts.
    static let cohortRule = RSDWords(
        "cohortRule",
        [
            RSDKey(
                "requiredCohorts",
                .list(.text),
                isRequired: true,
                "The cohorts to which the participant must belong if the rule is to apply."
            ),
            RSDKey(
                "operator",
                .word(RSDCohortRuleOperator.allCases.map(\.rawValue)),
                "Whether the participant must be in 'all' of the cohorts or in 'any'; 'all' if not given."
            ),
            RSDKey(
                "skipToIdentifier",
                .step,
                "The step that the task goes to if the rule applies; 'exit' ends the task."
            ),
        ]
    )
}
