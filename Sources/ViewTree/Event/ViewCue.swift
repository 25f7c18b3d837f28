// What a host says, plays and shakes. A cue is no part of the tree: it is told once, to the one host that
// performs cues of its kind.

/// What a host does once, and shows nowhere.
public struct ViewCue: Sendable, Hashable, Identifiable {
    /// Which one of its run; `ViewEvent.spoke` answers it by that.
    public var id: Int
    public var action: Action

    /// What is done.
    public enum Action: Sendable, Hashable {
        /// Speaks a text behind those before it; the host answers when it is over.
        case speak(String)
        /// Plays a sound by its name.
        case sound(String)
        case vibrate
        /// Speaks no more, of what is being spoken and of what waits.
        case hush
    }

    /// What is done, by its word.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case speak, sound, vibrate, hush
    }

    public init(_ id: Int, _ action: Action) {
        self.id = id
        self.action = action
    }
}

extension ViewCue: Codable {
    private enum CodingKeys: String, CodingKey {
        case cue, id, text, name
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let action: Action =
            switch try container.word(Kind.self, forKey: .cue) {
            case .speak: .speak(try container.decode(String.self, forKey: .text))
            case .sound: .sound(try container.decode(String.self, forKey: .name))
            case .vibrate: .vibrate
            case .hush: .hush
            }
        self.init(try container.decode(Int.self, forKey: .id), action)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        func name(_ kind: Kind) throws { try container.encode(kind.rawValue, forKey: .cue) }
        switch action {
        case .speak(let text):
            try name(.speak)
            try container.encode(text, forKey: .text)
        case .sound(let sound):
            try name(.sound)
            try container.encode(sound, forKey: .name)
        case .vibrate: try name(.vibrate)
        case .hush: try name(.hush)
        }
        try container.encode(id, forKey: .id)
    }
}
