// The text of an element for screen readers. A screen reader has nothing else, so a tree carries this text for every
// element, ready to be spoken.

/// What a screen reader says about an element.
public struct ViewAccessibility: Sendable, Hashable, Codable {
    /// What the element is; empty for decoration, which is skipped.
    public var label: String
    /// Its current value.
    public var value: String?
    /// What happens when it is used.
    public var hint: String?

    /// Whether screen readers skip the element.
    public var isOrnament: Bool { label.isEmpty }

    public init(label: String, value: String? = nil, hint: String? = nil) {
        self.label = label
        self.value = value
        self.hint = hint
    }
}
