// The keys that the check expects in an object. They depend on the object's own `type`, on the `type` of the object
// that it overrides, or on the key whose value the object is.

/// The expected keys of an object, and the family of its type.
struct ReadObject {
    /// The keys and rules of the object.
    let words: RSDWords
    /// The family that the object's type belongs to; `nil` for an object that has no `type` key.
    var family: RSDFamily?
    /// True if only an app may know all keys of the object, because the declarations do not give its type or its keys.
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
