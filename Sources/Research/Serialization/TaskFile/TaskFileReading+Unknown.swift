// Suggests corrections for unknown keys and types. By the declarations, the key may belong to an object within this one
// or to other types of the same family, or it may resemble a known key. Other tools' words are in `KeyMeanings`.

extension TaskFileReading {
    /// Reports an unknown key if there is a suggestion for it; otherwise notes it, unless it is a remark.
    mutating func tellUnknown(
        _ name: String,
        in object: [String: JSONValue],
        of read: ReadObject,
        _ laidOver: RSDWords?,
        at place: Place
    ) {
        let path = place.path.appending(name)
        let meant = meaning(of: name, in: object, read, laidOver, at: place)
        // Only an app knows the keys of its own types, so without a suggestion they are not reported.
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
            if !Self.isRemark(name) { noteDropped(DroppedKey(name: name, twin: nil), at: path) }
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

    /// Returns the key whose value may contain the unknown key, such as a question's `range` for a bound.
    private static func home(of name: String, in words: RSDWords) -> String? {
        words.keys.first { key in
            guard case .object(let inner) = key.shape else { return false }
            return inner[name] != nil
        }?.name
    }

    /// Returns which other types of the family have a key, in words; `nil` if none has it, or if an app may read it.
    ///
    /// For a recorder, the result lists all types with the key, because all keys of recorders are declared. For any
    /// other object, it is the first of several such types. If only one type has the key, an app may use the same name.
    /// If the object's type lacks a key that all members of its family have, it is of another kind than they are.
    private func others(having name: String, besides read: ReadObject) -> String? {
        guard let family = read.family else { return nil }
        let types = declared[family].all.filter { $0.words?[name] != nil }.map(\.word)
        if family == .asyncAction { return types.isEmpty ? nil : types.joined(separator: ", ") }
        guard let first = types.first, types.count > 1,
            family.fallback.keys.names.allSatisfy({ read.words[$0] != nil })
        else { return nil }
        return "\(family.plural) of type '\(first)'"
    }

    /// Returns the type of recorder that an unknown type probably means; `nil` if there is none.
    ///
    /// The unknown type may be the plural of the recorder's type, or may name what the recorder can record.
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
