// What an object of a task file may have. Most of it is said by the keys alone; what several keys
// say together is a rule.

/// The keys of an object, and rules beyond what each key may have.
public struct RSDWords: Sendable {
    /// Finds what is wrong with an object though each of its keys has what may stand there.
    ///
    /// It is given the object's members, and where the object stands.
    public typealias Rule =
        @Sendable (
            _ members: [String: JSONValue], _ place: JSONPath
        ) -> [RSDTaskFileFault]

    /// What the object is called in the schema, in one word.
    public let name: String
    /// The keys, those that it shares with others first.
    public let keys: [RSDKey]
    /// What the keys do not say one by one.
    public let rule: Rule?
    /// What only several objects of a level show.
    public let levelRule: RSDLevelRule?
    private let byName: [String: RSDKey]

    /// The words of an object.
    ///
    /// - Parameters:
    ///   - name: What the object is called in the schema, in one word.
    ///   - keys: The keys, those that it shares with others first.
    ///   - rule: What the keys do not say one by one.
    ///   - levelRule: What only several objects of a level show.
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

    /// The key with a name, if the object may have it.
    public subscript(name: String) -> RSDKey? { byName[name] }

    /// Whether others are words of the same object: their name and their keys are the same.
    func isSame(as other: RSDWords) -> Bool {
        name == other.name && keys.map(\.name) == other.keys.map(\.name)
    }

    /// The key that says which step the other keys are laid over.
    package var underlay: RSDKey? {
        keys.first {
            if case .fetched(.step) = $0.shape { true } else { false }
        }
    }
}

/// A rule of several objects of one level, such as recorders that share a device.
///
/// Those objects of a list whose words have a rule of one name are gathered, and it is asked once.
public struct RSDLevelRule: Sendable {
    /// One object of a level, and its place in the list.
    public typealias Member = (index: Int, object: [String: JSONValue])

    /// What tells the rule from others; objects with rules of one name are judged together.
    public let name: String
    /// Finds what is wrong with the objects; it is given those, and where their list stands.
    public let faults: @Sendable (_ members: [Member], _ place: JSONPath) -> [RSDTaskFileFault]

    /// A rule of several objects.
    ///
    /// - Parameters:
    ///   - name: What tells the rule from others.
    ///   - faults: Finds what is wrong with the objects, given where their list stands.
    public init(
        _ name: String,
        _ faults: @escaping @Sendable (_ members: [Member], _ place: JSONPath) -> [RSDTaskFileFault]
    ) {
        self.name = name
        self.faults = faults
    }
}
