// What a host is sent: how its tree changes, and what is said and played at that moment. The two go
// together, so that nothing is spoken of a screen that is not there yet.

/// What a host draws, and what it does once, at one moment.
public struct ViewUpdate: Sendable, Hashable, Codable {
    /// How the tree that the host has becomes the next, in this order.
    public var changes: [ViewChange]
    /// What is said, played and shaken, when the tree has changed, in this order.
    public var cues: [ViewCue]

    /// Whether there is nothing to do.
    public var isEmpty: Bool { changes.isEmpty && cues.isEmpty }

    public init(changes: [ViewChange] = [], cues: [ViewCue] = []) {
        self.changes = changes
        self.cues = cues
    }
}
