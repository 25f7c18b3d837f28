// What is said of an element to whoever does not see it. A screen reader has nothing else, so a tree
// carries it for every element, in words that are ready to be spoken.

/// What a person who does not see an element is told of it.
public struct ViewAccessibility: Sendable, Hashable, Codable {
    /// What it is; empty for an ornament, which is passed over.
    public var label: String
    /// What it stands at.
    public var value: String?
    /// What happens when it is used.
    public var hint: String?

    /// Whether it is passed over: there is nothing to tell of it.
    public var isOrnament: Bool { label.isEmpty }

    public init(label: String, value: String? = nil, hint: String? = nil) {
        self.label = label
        self.value = value
        self.hint = hint
    }
}
