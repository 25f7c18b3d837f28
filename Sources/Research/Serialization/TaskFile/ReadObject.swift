// What an object is taken for while a file is gone over: by its type, by that of what it is laid over, or
// by the key that it stands at.

/// An object's words, and where they come from.
struct ReadObject {
    /// What it may have.
    let words: RSDWords
    /// What its `type` tells apart; `nil` for an object without a type.
    var family: RSDFamily?
    /// Whether its type is one of an app's own, which may have any keys.
    var isApps = false

    init(_ words: RSDWords, of family: RSDFamily? = nil, isApps: Bool = false) {
        self.words = words
        self.family = family
        self.isApps = isApps
    }

    /// The key with a name.
    subscript(name: String) -> RSDKey? {
        words[name] ?? (name == "type" ? family?.typeKey : nil)
    }

    /// The keys, that of its type last.
    var keys: [RSDKey] { words.keys + (family.map { [$0.typeKey] } ?? []) }
}

extension [RSDKey] {
    /// The names of those that have a place.
    var names: [String] {
        compactMap {
            if case .nothing = $0.shape { nil } else { $0.name }
        }
    }
}
