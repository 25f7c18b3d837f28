// A name that should never have been written is to go from wherever a session tells it: from notes, from answers, from
// marks. A document's texts are read as what they say, with their escapes and whatever way their letters are composed;
// all else of it stays as it is to the last byte. Whole words go alone, so that P1 does not go from P12.

internal import FoundationEssentials

/// Takes words out of documents.
struct TextErasure: Sendable {
    /// A word, and what stands in its place.
    private struct Pattern: Sendable {
        var old: [Character]
        var new: String
        /// Whether a hyphen goes on with a word, as where P07 is to become P07-2.
        var hyphenJoins: Bool
    }

    /// The longest first: of "Anna Berg" no "Berg" is to stay where "Anna" is to go, too.
    private var patterns: [Pattern] = []

    /// Whether it has nothing to take out.
    var isEmpty: Bool { patterns.isEmpty }

    /// A document with the words taken out, and how often one was.
    struct Outcome: Hashable {
        var bytes: [UInt8]
        var count = 0
    }

    /// Makes the new bytes of a document, or of a part of one.
    typealias Change = ([UInt8]) -> Outcome

    /// Has a word replaced, whichever way its letters are written.
    mutating func replace(_ old: String, by new: String) {
        guard !old.isEmpty else { return }
        let joined = new.lowercased().contains(old.lowercased())
        patterns.append(
            Pattern(old: Array(old.lowercased()), new: new, hyphenJoins: joined)
        )
        patterns.sort { $0.old.count > $1.old.count }
    }

    private static let ownMarks: Set<String> = ["start", "stop"]

    // MARK: Texts

    /// A text with the words taken out.
    func text(_ text: String) -> (text: String, count: Int) {
        // A recorder's own marks are no words of a person.
        if Self.ownMarks.contains(text) { return (text, 0) }
        let characters = Array(text)
        // Some letters become two when they are made small: then no place would be right.
        let small = characters.map { Character.small($0) }
        var (taken, count, place) = ("", 0, 0)
        while place < characters.count {
            if let pattern = match(characters, small, at: place) {
                taken += pattern.new
                count += 1
                place += pattern.old.count
            } else {
                taken.append(characters[place])
                place += 1
            }
        }
        return count == 0 ? (text, 0) : (taken, count)
    }

    /// Whether one of the words stands in a text, be it as a part of another word that a hyphen joins; not where it is
    /// a part of what stands in its place.
    func stands(in text: String) -> Bool {
        if Self.ownMarks.contains(text) { return false }
        let characters = Array(text)
        let small = characters.map { Character.small($0) }
        return patterns.contains { pattern in
            var alone = pattern
            alone.hyphenJoins = false
            return characters.indices.contains { place in
                Self.matches(alone, characters, small, at: place)
                    && !(pattern.hyphenJoins && Self.isOfNew(pattern, small, at: place))
            }
        }
    }

    /// Whether one of the words stands in a name, in which `_` stands for what parts words.
    func stands(inName name: String) -> Bool {
        stands(in: name) || stands(in: name.replacing("_", with: " "))
    }

    private func match(_ characters: [Character], _ small: [Character], at place: Int) -> Pattern? {
        patterns.first { Self.matches($0, characters, small, at: place) }
    }

    private static func matches(
        _ pattern: Pattern,
        _ characters: [Character],
        _ small: [Character],
        at place: Int
    ) -> Bool {
        let after = place + pattern.old.count
        guard after <= small.count, small[place] == pattern.old[0],
            small[place..<after].elementsEqual(pattern.old)
        else { return false }
        // Where only the size of letters changes, what is right is found, too.
        if String(characters[place..<after]) == pattern.new { return false }
        func isOfWord(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || pattern.hyphenJoins && character == "-"
        }
        let goesOn = after < small.count && isOfWord(small[after]) && isOfWord(small[after - 1])
        let began = place > 0 && isOfWord(small[place - 1]) && isOfWord(small[place])
        return !goesOn && !began
    }

    /// Whether the word at a place is a part of what is to stand there.
    private static func isOfNew(_ pattern: Pattern, _ small: [Character], at place: Int) -> Bool {
        let new = Array(pattern.new.lowercased())
        let first = min(place, max(0, place + pattern.old.count - new.count))
        return (first...place).contains { start in
            start + new.count <= small.count
                && small[start..<start + new.count].elementsEqual(new)
        }
    }

    // MARK: Documents

    /// Members that only have words of the formats: one that looks like a word which is to go means another thing.
    private static let formatKeys: Set<String> = [
        "contentType", "layout", "compression", "columns", "columnTypes", "checksum", "sensorType",
        "kind",
        "clock", "event", "format", "status", "kernel", "machine", "type", "taskRunUUID", "uuid",
        "date", "startDate", "endDate", "timestampDate", "reason", "software", "answerType",
        "schemaIdentifier", "estimated", "meaning", "unit", "referenceCoordinate", "map", "units",
        "timestamps",
    ]
    /// Members by whose texts programs find something again: they stay, and where a word stands in one, that is told.
    private static let nameKeys: Set<String> = [
        "path", "identifier", "recorder", "original", "relativePath", "url", "stepPath",
        "participant", "placement", "placements", "device", "devices", "deviceName", "recorders",
    ]
    private static let keptKeys = formatKeys.union(nameKeys)

    /// Whether programs find something by what a member says.
    static func isName(_ member: String) -> Bool { nameKeys.contains(member) }

    /// The only member, and the only column, of samples whose texts somebody has written.
    private static let markKey = "marker"

    /// Takes the words out of the texts of a JSON document, or of a part of one, and out of no key.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - isOfSamples: Whether it is a file of samples, of which only marks are for change: all else was measured.
    /// - Returns: The document, and how often a word was taken out.
    func json(_ bytes: [UInt8], isOfSamples: Bool = false) -> Outcome {
        var outcome = Outcome(bytes: [])
        outcome.bytes.reserveCapacity(bytes.count)
        var key = ""
        JSONTexts.walk(bytes, keeping: Self.keptKeys) { range, part in
            let raw = bytes[range]
            if isOfSamples, part == .key { key = JSONTexts.decoded(raw) ?? "" }
            guard part == .text, !isOfSamples || key == Self.markKey,
                let text = JSONTexts.decoded(raw)
            else {
                outcome.bytes += raw
                return
            }
            let erased = self.text(text)
            outcome.count += erased.count
            if erased.count == 0 {
                outcome.bytes += raw
            } else {
                outcome.bytes += JSONTexts.encoded(erased.text)
            }
        }
        return outcome
    }

    /// Takes the words out of lines of CSV, in the columns whose texts somebody has written, and nowhere else.
    ///
    /// - Parameters:
    ///   - bytes: Whole lines; one with the names of the columns stays as it is.
    ///   - columns: The names of the columns.
    /// - Returns: The lines, and how often a word was taken out.
    func csv(_ bytes: [UInt8], columns: [String]) -> Outcome {
        var outcome = Outcome(bytes: [])
        outcome.bytes.reserveCapacity(bytes.count)
        let names = Array("\(columns.joined(separator: ","))\n".utf8)
        var bytes = bytes[...]
        if bytes.starts(with: names) {
            outcome.bytes += names
            bytes = bytes.dropFirst(names.count)
        }
        let texts = Set(columns.indices.filter { columns[$0] == Self.markKey })
        let (comma, quote, newline) = (
            UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n")
        )
        var (column, start, isQuoted) = (0, bytes.startIndex, false)
        for place in bytes.indices {
            let byte = bytes[place]
            if byte == quote { isQuoted.toggle() }
            guard byte == newline || byte == comma && !isQuoted else { continue }
            append(bytes[start..<place], isText: texts.contains(column), to: &outcome)
            outcome.bytes.append(byte)
            (column, start) = (byte == newline ? 0 : column + 1, place + 1)
            if byte == newline { isQuoted = false }
        }
        append(bytes[start...], isText: texts.contains(column), to: &outcome)
        return outcome
    }

    private func append(_ field: ArraySlice<UInt8>, isText: Bool, to outcome: inout Outcome) {
        guard isText, let raw = String(validating: field, as: UTF8.self) else {
            outcome.bytes += field
            return
        }
        let isQuoted = raw.count > 1 && raw.hasPrefix("\"") && raw.hasSuffix("\"")
        let told =
            isQuoted
            ? String(raw.dropFirst().dropLast()).replacing("\"\"", with: "\"") : raw
        let erased = text(told)
        guard erased.count > 0 else {
            outcome.bytes += field
            return
        }
        outcome.count += erased.count
        let isPlain = !erased.text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
        outcome.bytes +=
            isPlain
            ? Array(erased.text.utf8)
            : Array("\"\(erased.text.replacing("\"", with: "\"\""))\"".utf8)
    }

    /// Where one of the words stands in a JSON document: the members whose texts have it, or whose names.
    ///
    /// Members that only have words of the formats do not count.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - isOfSamples: Whether it is a file of samples, in which what was measured does not count either.
    /// - Returns: The members.
    func members(inJSON bytes: [UInt8], isOfSamples: Bool = false) -> Set<String> {
        var found: Set<String> = []
        var key = ""
        JSONTexts.walk(bytes, keeping: Self.keptKeys) { range, part in
            guard part != .other, let text = JSONTexts.decoded(bytes[range]) else { return }
            switch part {
            case .kept(let keeper, let inner):
                if Self.formatKeys.contains(keeper) || Self.formatKeys.contains(inner) { return }
                if stands(inName: text) { found.insert(inner) }
            case .key:
                key = text
                if !Self.keptKeys.contains(text), stands(inName: text) { found.insert(text) }
            case .text:
                if isOfSamples, key != Self.markKey { return }
                if stands(in: text) { found.insert(key) }
            case .other: break
            }
        }
        return found
    }
}

extension Character {
    /// The small letter of a letter, where that is one.
    fileprivate static func small(_ character: Character) -> Character {
        let small = character.lowercased()
        return small.count == 1 ? Character(small) : character
    }
}
