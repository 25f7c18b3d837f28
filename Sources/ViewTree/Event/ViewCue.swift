// A cue for a host: speech, sound or vibration. A cue is not part of the tree: it is sent once, to the one host that
// performs cues of its kind.

/// Something that a host performs once, without showing it.
public struct ViewCue: Sendable, Hashable, Identifiable {
    /// Its number in the run; `ViewEvent.spoke` refers to it.
    public var id: Int
    public var action: Action

    /// What to perform.
    public enum Action: Sendable, Hashable {
        /// Speaks a text after the earlier ones; the host reports its end by `ViewEvent.spoke`.
        case speak(String)
        /// Plays a sound by its name.
        case sound(String)
        case vibrate
        /// Stops speaking, and drops the waiting texts.
        case silence
    }

    /// The kind of cue, as in JSON.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case speak, sound, vibrate, silence
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
            case .silence: .silence
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
        case .silence: try name(.silence)
        }
        try container.encode(id, forKey: .id)
    }
}
