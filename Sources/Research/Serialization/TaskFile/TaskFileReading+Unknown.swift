// A key or a type that is not known where it stands may be known elsewhere: in an object of this one, to
// others of its family, or by a name that is nearly the same. Where, the declarations tell. Or it is the word of
// another tool, which `KeyMeanings` knows.

extension TaskFileReading {
    /// Tells of a key that an object has no place for, if somebody knows where it belongs.
    mutating func tellUnknown(
        _ name: String,
        in object: [String: JSONValue],
        of read: ReadObject,
        _ laidOver: RSDWords?,
        at place: Place
    ) {
        let path = place.path.appending(name)
        let meant = meaning(of: name, in: object, read, laidOver, at: place)
        // An app knows more about its keys than we do.
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
            // It may be a key of an app's own.
            isHarmless: true
        )
    }

    /// Whether a key is a remark, or tells editors how to read the file.
    static func isRemark(_ name: String) -> Bool { ["_", "$", "/"].contains(name.first) }

    /// The key of an object whose own object has a key, as a question's 'range' has a bound.
    private static func home(of name: String, in words: RSDWords) -> String? {
        words.keys.first { key in
            guard case .object(let inner) = key.shape else { return false }
            return inner[name] != nil
        }?.name
    }

    /// Which others of the family have a key: all recorders, or the first of other types.
    ///
    /// A key that one type alone has may be an app's own under the same name, and an object that has less than
    /// all of its family have is of another kind; of recorders we know better.
    private func others(having name: String, besides read: ReadObject) -> String? {
        guard let family = read.family else { return nil }
        let types = declared[family].all.filter { $0.words?[name] != nil }.map(\.word)
        if family == .asyncAction { return types.isEmpty ? nil : types.joined(separator: ", ") }
        guard let first = types.first, types.count > 1,
            family.fallback.keys.names.allSatisfy({ read.words[$0] != nil })
        else { return nil }
        return "\(family.plural) of type '\(first)'"
    }

    /// The type of recorder that is meant by what it records, as `touch` by `touches`.
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
