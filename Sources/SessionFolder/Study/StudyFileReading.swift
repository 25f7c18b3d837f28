// Reads a study's file. Reports everything that is wrong with it at once, each fault with its place and the
// possible values.

internal import FoundationEssentials
internal import Research

/// Everything that is wrong with a study's file, or with what was checked against it.
public struct StudyFaults: Error, Sendable, Hashable {
    /// The faults, each with its place and a remedy; at least one.
    public var faults: [SessionError]
}

extension StudyFaults: CustomStringConvertible {
    public var description: String { faults.map(\.description).joined(separator: "\n") }
}

/// A study's file while it is read.
struct StudyFileReading {
    private let members: [String: JSONValue]
    private let path: String
    private var faults: [SessionError] = []

    private static let keys = [
        "title", "licence", "subjects", "visits", "groups", "placements", "required", "nameBy",
    ]

    /// Reads a JSON object.
    init(_ bytes: [UInt8], where path: String) throws(StudyFaults) {
        self.path = path
        let data = Data(bytes)
        let value: JSONValue
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: data)
        } catch {
            let fault = RSDTaskFileError(error, in: data)
            throw StudyFaults(
                faults: [
                    SessionError(
                        fault.what,
                        where: path,
                        remedy: fault.remedy ?? "repair the file"
                    )
                ]
            )
        }
        guard case .object(let members) = value else {
            let fault = SessionError(
                "it is not a JSON object",
                where: path,
                remedy: "repair the file; it has the keys \(Self.keys.joined(separator: ", "))"
            )
            throw StudyFaults(faults: [fault])
        }
        self.members = members
        // Report an unknown key: it may be mistyped, and its rule would silently not apply.
        for wrong in members.keys.sorted() where !Self.keys.contains(wrong) {
            note(
                "no study has the key '\(wrong)'",
                "write one of \(Self.keys.joined(separator: ", "))"
            )
        }
        for repeated in RSDTaskFileError.repeatedKeys(in: data) {
            note("`\(repeated.path)` \(repeated.what)", repeated.remedy ?? "leave one of them out")
        }
    }

    /// Throws if anything was wrong.
    func finish() throws(StudyFaults) {
        if !faults.isEmpty { throw StudyFaults(faults: faults) }
    }

    // MARK: Values

    /// Reads a text that is not blank.
    mutating func text(_ key: String) -> String? {
        guard let value = members[key] else { return nil }
        guard case .string(let text) = value, text.contains(where: { !$0.isWhitespace }) else {
            note("`\(key)` is no text with a word in it", "write one, or leave the key out")
            return nil
        }
        return text
    }

    /// Reads a regular expression, and makes it match whole texts only.
    mutating func pattern(_ source: String, _ key: String) -> TextPattern? {
        do throws(TextPattern.Fault) {
            // Compile it by itself first: it may be invalid and become valid only inside the group, and an error
            // position must fit the text as written.
            _ = try TextPattern(source)
            return try TextPattern("\\A(?:\(source))\\z")
        } catch {
            note(
                "`\(key)` is no regular expression: \(error.reason)",
                "write one such as P[0-9]{2}, or leave it out"
            )
            return nil
        }
    }

    /// Reads a list of codes, at least one.
    mutating func codes(_ key: String) -> [String]? {
        guard let texts = texts(key, such: "[\"baseline\", \"week4\"]") else { return nil }
        if texts.isEmpty {
            note(
                "`\(key)` has no code, and nothing could be recorded",
                "name some, or leave it out"
            )
        }
        for (index, code) in texts.enumerated() where !Participant.isLabel(code) {
            note(
                "`\(key)` has \(code.debugDescription) as `\(key)[\(index)]`, which is no code",
                "use letters, digits and -, such as week4"
            )
        }
        return texts
    }

    /// Reads a list of words of a type.
    mutating func words<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String,
        of type: Word.Type
    ) -> [Word] {
        let known = Word.allCases.map(\.rawValue)
        return (texts(key, such: "[\"\(known[0])\"]") ?? []).enumerated().compactMap {
            index,
            text in
            if let word = Word(rawValue: text) { return word }
            note(
                "`\(key)[\(index)]` is \(text.debugDescription), which is none of its words",
                "write \(known.dropLast().joined(separator: ", ")) or \(known.last ?? "")"
            )
            return nil
        }
    }

    /// Reads placements, each with a label.
    mutating func labels(_ key: String) -> [String: String]? {
        guard let value = members[key] else { return nil }
        guard case .object(let members) = value, !members.isEmpty else {
            note(
                "`\(key)` is no object with a place in it",
                "write such as { \"lowBack\": \"L5, under the belt\" }, or leave the key out"
            )
            return nil
        }
        var labels: [String: String] = [:]
        for (place, value) in members.sorted(by: { $0.key < $1.key }) {
            guard case .string(let label) = value else {
                note("`\(key).\(place)` is no text", "write what the place means, for a person")
                continue
            }
            labels[place] = label
        }
        return labels
    }

    private mutating func texts(_ key: String, such example: String) -> [String]? {
        guard let value = members[key] else { return nil }
        guard case .array(let values) = value else {
            note("`\(key)` is no list", "write such as \(example), or leave the key out")
            return nil
        }
        return values.enumerated().compactMap { index, value in
            if case .string(let text) = value { return text }
            note("`\(key)[\(index)]` is no text", "write such as \(example)")
            return nil
        }
    }

    private mutating func note(_ what: String, _ remedy: String) {
        faults.append(SessionError(what, where: path, remedy: remedy))
    }
}
