// The keys of an object in a task file. A key is mostly checked on its own; a rule checks several keys together.

/// The keys of an object, and rules that involve several of them.
public struct RSDWords: Sendable {
    /// Finds faults that the shapes of the single keys do not show.
    ///
    /// The rule receives the members of the object and its path. It is called even if single keys are invalid.
    public typealias Rule =
        @Sendable (
            _ members: [String: JSONValue], _ place: JSONPath
        ) -> [RSDTaskFileFault]

    /// The name of the object in the schema, one word.
    public let name: String
    /// The keys; those shared with other objects come first.
    public let keys: [RSDKey]
    /// The rule that involves several keys.
    public let rule: Rule?
    /// The rule that involves several objects of a level.
    public let levelRule: RSDLevelRule?
    private let byName: [String: RSDKey]

    /// Creates the keys of an object.
    ///
    /// - Parameters:
    ///   - name: The name of the object in the schema, one word.
    ///   - keys: The keys; those shared with other objects come first.
    ///   - rule: The rule that involves several keys.
    ///   - levelRule: The rule that involves several objects of a level.
    public init(
        _ name: String,
        _ keys: [RSDKey],
        rule: Rule? = nil,
        levelRule: RSDLevelRule? = nil
    ) {
        self.name = name
        self.keys = keys
        self.rule = rule
        self.levelRule = levelRule
        byName = Dictionary(keys.map { ($0.name, $0) }) { $1 }
    }

    /// The declaration of a key, if the object may have it.
    public subscript(name: String) -> RSDKey? { byName[name] }

    /// True if both have the same name and the same keys.
    func isSame(as other: RSDWords) -> Bool {
        name == other.name && keys.map(\.name) == other.keys.map(\.name)
    }

    /// The key that names the step whose values the other keys override.
    package var underlay: RSDKey? {
        keys.first {
            if case .fetched(.step) = $0.shape { true } else { false }
        }
    }
}

/// A rule for several objects of one level, such as recorders that share a device.
///
/// The check collects all objects of a list that have the rule, and calls it once.
public struct RSDLevelRule: Sendable {
    /// One object of a level, and its place in the list.
    public typealias Member = (index: Int, object: [String: JSONValue])

    /// The name of the rule; objects with rules of the same name are checked together.
    public let name: String
    /// Finds faults; receives the objects and the path of their list.
    public let faults: @Sendable (_ members: [Member], _ place: JSONPath) -> [RSDTaskFileFault]

    /// Creates a rule for several objects.
    ///
    /// - Parameters:
    ///   - name: The name of the rule.
    ///   - faults: Finds faults; receives the objects and the path of their list.
    public init(
        _ name: String,
        _ faults: @escaping @Sendable (_ members: [Member], _ place: JSONPath) -> [RSDTaskFileFault]
    ) {
        self.name = name
        self.faults = faults
    }
}
