// The keys that the check expects in an object. They follow from its own `type`, from the `type` of the object that it
// overrides, or from the key that the object belongs to.

/// The expected keys of an object, and what they follow from.
struct ReadObject {
    /// The keys and rules of the object.
    let words: RSDWords
    /// The family whose types tell the object apart; `nil` for an object without a type.
    var family: RSDFamily?
    /// True if an app has defined the type, so that the object may have any keys.
    var isApps = false

    init(_ words: RSDWords, of family: RSDFamily? = nil, isApps: Bool = false) {
        self.words = words
        self.family = family
        self.isApps = isApps
    }

    /// The declaration of a key.
    subscript(name: String) -> RSDKey? {
        words[name] ?? (name == "type" ? family?.typeKey : nil)
    }

    /// The declarations of all keys; that of `type` comes last.
    var keys: [RSDKey] { words.keys + (family.map { [$0.typeKey] } ?? []) }
}

extension [RSDKey] {
    /// The names of the keys that are allowed.
    var names: [String] {
        compactMap {
            if case .nothing = $0.shape { nil } else { $0.name }
        }
    }
}
