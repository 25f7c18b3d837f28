// Explains unknown keys and types. The key may be known in an object within this one, in other types of the same
// family, or under a similar name; the declarations tell. Or another tool uses the word, which `KeyMeanings` knows.

extension TaskFileReading {
    /// Reports an unknown key if there is a suggestion for it; otherwise notes it.
    mutating func tellUnknown(
        _ name: String,
        in object: [String: JSONValue],
        of read: ReadObject,
        _ laidOver: RSDWords?,
        at place: Place
    ) {
        let path = place.path.appending(name)
        let meant = meaning(of: name, in: object, read, laidOver, at: place)
        // The keys of an app's own type are known to that app only.
        guard !read.isApps || meant != nil else { return }
        if let family = read.family, let home = Self.home(of: name, in: read.words) {
            return tell(
                "'\(name)' means nothing here",
                at: path,
                expected: "move it into the \(family.name)'s '\(home)'",
                isHarmless: true
            )
        }
        if let meant {
            return tell(
                "the key '\(name)' is not known here",
                at: path,
                expected: meant.remedy,
                nearest: meant.remedy == nil ? meant.key : nil,
                isHarmless: true
            )
        }
        if laidOver == nil, let remedy = others(having: name, besides: read) {
            let isRecorder = read.family == .asyncAction
            return tell(
                isRecorder
                    ? "'\(name)' means nothing to a recorder of type '\(read.words.name)'"
                    : "'\(name)' means nothing here",
                at: path,
                expected: "leave it out: it is for \(remedy)",
                isHarmless: true
            )
        }
        let names = read.keys.names + (laidOver?.keys.names ?? [])
        guard let nearest = NearestName.of(name, among: names.sorted()) else {
            if !Self.isRemark(name) { noteDropped(name, at: path) }
            return
        }
        tell(
            "the key '\(name)' is not known here",
            at: path,
            nearest: nearest,
            // The key may be one that an app reads.
            isHarmless: true
        )
    }

    /// True if a key is a remark, or an instruction for editors such as `$schema`.
    static func isRemark(_ name: String) -> Bool { ["_", "$", "/"].contains(name.first) }

    /// Returns the key whose object has the unknown key, as a question's `range` has its bounds.
    private static func home(of name: String, in words: RSDWords) -> String? {
        words.keys.first { key in
            guard case .object(let inner) = key.shape else { return false }
            return inner[name] != nil
        }?.name
    }

    /// Returns which other members of the family have a key: all such recorders, or the first of several other types.
    ///
    /// If only one type has the key, an app may use the same name, so nothing is returned. The same holds if the
    /// object's type lacks keys that all members of its family have, because it is of another kind. Neither applies
    /// to recorders, whose keys are all known.
    private func others(having name: String, besides read: ReadObject) -> String? {
        guard let family = read.family else { return nil }
        let types = declared[family].all.filter { $0.words?[name] != nil }.map(\.word)
        if family == .asyncAction { return types.isEmpty ? nil : types.joined(separator: ", ") }
        guard let first = types.first, types.count > 1,
            family.fallback.keys.names.allSatisfy({ read.words[$0] != nil })
        else { return nil }
        return "\(family.plural) of type '\(first)'"
    }

    /// Returns the type of recorder for a word that names what it records, such as `touch` for `touches`.
    func recorder(of type: String) -> String? {
        let recorders = declared[.asyncAction].all
        let plurals = [type, "\(type)s", "\(type)es"]
        if let one = recorders.first(where: { ["\($0.word)s", "\($0.word)es"].contains(type) }) {
            return one.word
        }
        return recorders.first { recorder in
            (recorder.words?.keys ?? []).contains { key in
                guard case .list(.word(let recorded)) = key.shape else { return false }
                return recorded.contains { $0 != "all" && plurals.contains($0) }
            }
        }?.word
    }
}
