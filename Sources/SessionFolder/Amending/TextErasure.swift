// A name that should never have been written is to go from wherever a session tells it: from notes, from answers, from
// marks. Only texts are looked at, by their bytes, so that all else of a document stays as it is to the last byte; and
// whole words alone, so that P1 does not go from P12.

internal import SystemCalls

/// Takes words out of documents.
struct TextErasure: Sendable {
    /// A word, and what stands in its place.
    private struct Pattern {
        /// In small letters where they are ASCII.
        var old: [UInt8]
        var new: [UInt8]
    }

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

    /// Has a word replaced, whichever way its letters of ASCII are written.
    mutating func replace(_ old: String, by new: String) {
        guard !old.isEmpty else { return }
        let (old, new) = (Self.escaped(old), Self.escaped(new))
        patterns.append(Pattern(old: old.map(Self.lowered), new: new))
        // JSON may write a slash so, too.
        let slashed = old.flatMap { $0 == UInt8(ascii: "/") ? [UInt8(ascii: "\\"), $0] : [$0] }
        if slashed != old { patterns.append(Pattern(old: slashed.map(Self.lowered), new: new)) }
    }

    /// Whether one of the words stands somewhere in these bytes.
    func stands(in bytes: [UInt8]) -> Bool {
        bytes.indices.contains { match(bytes, at: $0, before: bytes.count) != nil }
    }

    // MARK: Documents

    /// What nobody has written by hand: a word may look like one of these, and means another thing there.
    private static let keptKeys: Set<String> = [
        "path", "identifier", "contentType", "layout", "columns", "columnTypes", "recorder",
        "checksum", "sensorType",
        "kind", "clock", "event", "format", "status", "kernel", "machine", "type", "original",
        "relativePath", "url",
        "taskRunUUID", "uuid", "date", "startDate", "endDate", "timestampDate", "reason",
        "stepPath", "participant",
        "software", "answerType", "schemaIdentifier",
    ]

    /// Takes the words out of the texts of a JSON document, or of a part of one, and out of no key.
    func json(_ bytes: [UInt8]) -> Outcome {
        guard stands(in: bytes) else { return Outcome(bytes: bytes) }
        var outcome = Outcome(bytes: [])
        outcome.bytes.reserveCapacity(bytes.count)
        var enclosing: [Bool] = []
        // Whether what comes next is left as it is.
        var isKept = false
        var place = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): enclosing.append(isKept)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): isKept = enclosing.popLast() ?? false
            case UInt8(ascii: "\""):
                let text = place + 1..<Self.endOfText(in: bytes, from: place + 1)
                if Self.isKey(in: bytes, endingAt: text.upperBound) {
                    let key = String(decoding: bytes[text], as: UTF8.self)
                    isKept = enclosing.last == true || Self.keptKeys.contains(key)
                } else if !isKept {
                    outcome.bytes.append(bytes[place])
                    replace(in: bytes, text, &outcome)
                    place = text.upperBound
                }
                let end = min(text.upperBound + 1, bytes.count)
                outcome.bytes += bytes[place..<end]
                place = end
                continue
            default: break
            }
            outcome.bytes.append(bytes[place])
            place += 1
        }
        return outcome
    }

    /// Takes the words out of bytes of whatever kind.
    func plain(_ bytes: [UInt8]) -> Outcome {
        guard stands(in: bytes) else { return Outcome(bytes: bytes) }
        var outcome = Outcome(bytes: [])
        outcome.bytes.reserveCapacity(bytes.count)
        replace(in: bytes, bytes.indices, &outcome)
        return outcome
    }

    // MARK: Words

    private func replace(in bytes: [UInt8], _ range: Range<Int>, _ outcome: inout Outcome) {
        var place = range.lowerBound
        while place < range.upperBound {
            if let pattern = match(bytes, at: place, before: range.upperBound) {
                outcome.bytes += pattern.new
                outcome.count += 1
                place += pattern.old.count
            } else {
                outcome.bytes.append(bytes[place])
                place += 1
            }
        }
    }

    private func match(_ bytes: [UInt8], at place: Int, before end: Int) -> Pattern? {
        let first = Self.lowered(bytes[place])
        return patterns.first { pattern in
            let after = place + pattern.old.count
            guard pattern.old[0] == first, after <= end,
                pattern.old.indices.allSatisfy({
                    Self.lowered(bytes[place + $0]) == pattern.old[$0]
                })
            else { return false }
            let goesOn =
                after < end && Self.isOfWord(bytes[after]) && Self.isOfWord(bytes[after - 1])
            return !goesOn && !(Self.isOfWord(first) && Self.isWithinWord(bytes, at: place))
        }
    }

    /// Whether a letter or digit stands before a place; that of an escape, such as `\n`, is none.
    private static func isWithinWord(_ bytes: [UInt8], at place: Int) -> Bool {
        guard place > 0, isOfWord(bytes[place - 1]) else { return false }
        let slash = UInt8(ascii: "\\")
        if place > 1, bytes[place - 2] == slash { return false }
        return !(place > 5 && bytes[place - 6] == slash && bytes[place - 5] == UInt8(ascii: "u"))
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...:
            true
        default: false
        }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// As a text of JSON has it.
    private static func escaped(_ text: String) -> [UInt8] {
        text.utf8.flatMap { byte -> [UInt8] in
            let isSpecial = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            return isSpecial ? [UInt8(ascii: "\\"), byte] : [byte]
        }
    }

    // MARK: Texts of JSON

    /// Where the text ends that begins there: at its quotation mark, or where the bytes do.
    private static func endOfText(in bytes: [UInt8], from start: Int) -> Int {
        var place = start
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place, bytes.count)
    }

    private static func isKey(in bytes: [UInt8], endingAt end: Int) -> Bool {
        let spaces: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]
        let next = bytes.dropFirst(end + 1).first { !spaces.contains($0) }
        return next == UInt8(ascii: ":")
    }
}
