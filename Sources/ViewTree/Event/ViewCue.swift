// What a screen says, plays and shakes. A cue is no part of the tree: it is told once, and a host that
// has no voice or no motor passes it over.

/// What a host does once, and shows nowhere.
public enum ViewCue: Sendable, Hashable {
    case speak(String)
    /// A sound by its name.
    case sound(String)
    case vibrate
    /// Speaks no more.
    case hush
}

extension ViewCue: Codable {
    /// What is done, by its word.
    enum Kind: String, CaseIterable {
        case speak, sound, vibrate, hush
    }

    private enum CodingKeys: String, CodingKey {
        case cue, text, name
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.word(Kind.self, forKey: .cue) {
        case .speak: self = .speak(try container.decode(String.self, forKey: .text))
        case .sound: self = .sound(try container.decode(String.self, forKey: .name))
        case .vibrate: self = .vibrate
        case .hush: self = .hush
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        func name(_ kind: Kind) throws { try container.encode(kind.rawValue, forKey: .cue) }
        switch self {
        case .speak(let text):
            try name(.speak)
            try container.encode(text, forKey: .text)
        case .sound(let sound):
            try name(.sound)
            try container.encode(sound, forKey: .name)
        case .vibrate: try name(.vibrate)
        case .hush: try name(.hush)
        }
    }
}
