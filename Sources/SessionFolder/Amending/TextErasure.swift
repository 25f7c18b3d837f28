// Removes words from a session's documents, such as a name that should not have been written: from notes, from
// answers, from markers. Strings are compared by their meaning, whatever their escapes and Unicode composition
// are. All other bytes of a document stay. Only whole words are replaced, so that P1 is not removed from P12.

internal import FoundationEssentials

/// Removes words from documents.
struct TextErasure: Sendable {
    /// A word and its replacement.
    private struct Pattern: Sendable {
        var old: [Character]
        var new: String
        /// True if a hyphen continues a word, as when P07 is to become P07-2.
        var hyphenJoins: Bool
        /// True if it matches only whole words.
        var isWhole = true

        /// True if it is worth finding within other words: it has three characters or more, one of them a letter.
        var isTelling: Bool { old.count > 2 && old.contains(where: \.isLetter) }
    }

    /// The longest first: if "Anna Berg" and "Anna" are to be removed, "Berg" must not remain of the former.
    private var patterns: [Pattern] = []

    /// True if there is nothing to remove.
    var isEmpty: Bool { patterns.isEmpty }

    /// A document with the words removed, and their number.
    struct Outcome: Hashable {
        var bytes: [UInt8]
        var count = 0
    }

    /// Makes the new bytes of a document, or of a piece of one.
    typealias Change = ([UInt8]) -> Outcome

    /// Adds a word to be replaced, in upper or lower case.
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

    /// Returns a text with the words removed.
    func text(_ text: String) -> (text: String, count: Int) {
        // Keep the recorder's own markers, which no user has written.
        if Self.ownMarks.contains(text) { return (text, 0) }
        let characters = Array(text)
        // Some letters have a lower-case form of two letters, which would shift all later indexes.
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

    /// True if one of the words occurs in a text, even within another word, but not within a replacement.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - isWithinWords: True to also find words within other words, if they have three characters or more.
    /// - Returns: True if one occurs.
    func stands(in text: String, withinWords isWithinWords: Bool = true) -> Bool {
        if Self.ownMarks.contains(text) { return false }
        let characters = Array(text)
        let small = characters.map { Character.small($0) }
        return patterns.contains { pattern in
            var alone = pattern
            alone.hyphenJoins = false
            alone.isWhole = !(isWithinWords && pattern.isTelling)
            return characters.indices.contains { place in
                Self.matches(alone, characters, small, at: place)
                    && !patterns.contains { Self.isOf($0.new, small, place, pattern.old.count) }
            }
        }
    }

    /// True if one of the words occurs in a name, where `_` may separate words.
    func stands(inName name: String, withinWords isWithinWords: Bool = true) -> Bool {
        stands(in: name, withinWords: isWithinWords)
            || stands(in: name.replacing("_", with: " "), withinWords: isWithinWords)
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
        // If only upper and lower case are to change, skip a word that has the right spelling already.
        if String(characters[place..<after]) == pattern.new { return false }
        guard pattern.isWhole else { return true }
        func isOfWord(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || pattern.hyphenJoins && character == "-"
        }
        /// True if the character at an index belongs to one word with the character before it.
        func isJoined(at place: Int) -> Bool {
            guard place > 0, place < small.count else { return false }
            let (last, next) = (small[place - 1], small[place])
            return isOfWord(last) && isOfWord(next) && !last.isUnspaced && !next.isUnspaced
        }
        return !isJoined(at: place) && !isJoined(at: after)
    }

    /// True if the `count` characters from an index on are part of a replacement.
    private static func isOf(
        _ new: String,
        _ small: [Character],
        _ place: Int,
        _ count: Int
    ) -> Bool {
        let new = Array(new.lowercased())
        guard new.count >= count else { return false }
        return (max(0, place + count - new.count)...place).contains { start in
            start + new.count <= small.count
                && small[start..<start + new.count].elementsEqual(new)
        }
    }

    // MARK: Documents

    /// Members that only hold words defined by the file formats; such a word is never the one to be removed.
    private static let formatKeys: Set<String> = [
        "contentType", "layout", "compression", "columns", "columnTypes", "checksum", "sensorType",
        "kind",
        "boot", "clock", "event", "format", "status", "kernel", "machine", "type", "taskRunUUID",
        "uuid",
        "date", "startDate", "endDate", "timestampDate", "reason", "software", "answerType",
        "schemaIdentifier", "estimated", "meaning", "unit", "referenceCoordinate", "map", "units",
        "timestamps",
    ]
    /// Members by which programs find things: their strings stay, and a word in one of them is reported.
    private static let nameKeys: Set<String> = [
        "path", "identifier", "recorder", "original", "relativePath", "url", "stepPath",
        "participant", "placement", "placements", "device", "devices", "deviceName", "recorders",
    ]
    private static let keptKeys = formatKeys.union(nameKeys)

    /// The JSON member, or CSV column, that holds what a user has written; sample files have no other such text.
    private static let markKey = "marker"

    /// Removes the words from the strings of a JSON document, or of a piece of one, but not from keys.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - isOfSamples: True for a file of samples, in which only markers may change: all else was measured.
    /// - Returns: The document, and the number of words removed.
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

    /// Removes the words from lines of CSV, in the columns that a user has written, and nowhere else.
    ///
    /// - Parameters:
    ///   - bytes: Whole lines; a header stays as it is.
    ///   - columns: The names of the columns.
    /// - Returns: The lines, and the number of words removed.
    func csv(_ bytes: [UInt8], columns: [String]) -> Outcome {
        csv(bytes, columns: columns) { _ in }
    }

    /// True if one of the words occurs in lines of CSV, in a column that a user has written.
    func stands(inCSV bytes: [UInt8], columns: [String]) -> Bool {
        var isFound = false
        _ = csv(bytes, columns: columns) { isFound = isFound || stands(in: $0) }
        return isFound
    }

    private func csv(
        _ bytes: [UInt8],
        columns: [String],
        _ look: (String) -> Void
    ) -> Outcome {
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
            append(bytes[start..<place], isText: texts.contains(column), to: &outcome, look)
            outcome.bytes.append(byte)
            (column, start) = (byte == newline ? 0 : column + 1, place + 1)
            if byte == newline { isQuoted = false }
        }
        append(bytes[start...], isText: texts.contains(column), to: &outcome, look)
        return outcome
    }

    private func append(
        _ field: ArraySlice<UInt8>,
        isText: Bool,
        to outcome: inout Outcome,
        _ look: (String) -> Void
    ) {
        guard isText, let raw = String(validating: field, as: UTF8.self) else {
            outcome.bytes += field
            return
        }
        let isQuoted = raw.count > 1 && raw.hasPrefix("\"") && raw.hasSuffix("\"")
        let told =
            isQuoted
            ? String(raw.dropFirst().dropLast()).replacing("\"\"", with: "\"") : raw
        look(told)
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

    /// The member of a JSON document in which a word occurs, and how.
    enum Place: Hashable {
        /// In a string of a member.
        case text(of: String)
        /// In a string of a member that must stay, because of itself or of a member around it.
        case kept(String, by: String)
        /// In the name of a member.
        case name(String)

        /// The name of the member.
        var member: String {
            switch self {
            case .text(let member), .kept(let member, _), .name(let member): member
            }
        }
    }

    /// Returns the members of a JSON document in whose strings or names one of the words occurs.
    ///
    /// Members that only hold words defined by the file formats do not count.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - isOfSamples: True for a file of samples, in which measured values do not count either.
    /// - Returns: The members.
    func members(inJSON bytes: [UInt8], isOfSamples: Bool = false) -> Set<Place> {
        var found: Set<Place> = []
        var key = ""
        JSONTexts.walk(bytes, keeping: Self.keptKeys) { range, part in
            guard part != .other, let text = JSONTexts.decoded(bytes[range]) else { return }
            switch part {
            case .kept(let keeper, let inner):
                if Self.formatKeys.contains(keeper) || Self.formatKeys.contains(inner) { return }
                if stands(inName: text) { found.insert(.kept(inner, by: keeper)) }
            case .key:
                key = text
                // The keys of the file formats are not user text, and contain ordinary words.
                if !Self.keptKeys.contains(text), stands(inName: text, withinWords: false) {
                    found.insert(.name(text))
                }
            case .text:
                if isOfSamples, key != Self.markKey { return }
                if stands(in: text) { found.insert(.text(of: key)) }
            case .other: break
            }
        }
        return found
    }
}

extension Character {
    /// Returns the lower-case form of a letter if it is a single character.
    fileprivate static func small(_ character: Character) -> Character {
        let small = character.lowercased()
        return small.count == 1 ? Character(small) : character
    }

    /// True for scripts that put no space between words, or attach other words to a name: a word may end at any
    /// character.
    fileprivate var isUnspaced: Bool {
        guard let value = unicodeScalars.first?.value, value >= 0x0E00 else { return false }
        return Self.unspaced.contains { $0.contains(value) }
    }

    /// Thai and Lao, Myanmar, Khmer, then kana, ideographs and Hangul.
    private static let unspaced: [ClosedRange<UInt32>] = [
        0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x2E80...0x2FDF,
        0x3005...0x3007, 0x3040...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F,
        0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x20000...0x3FFFF,
    ]
}
