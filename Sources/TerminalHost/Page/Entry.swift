// A text while it is being typed: a place in it, and what keys do to it. Places are counted in UTF-16, as
// everywhere where a field's words are.

/// A text and the place of the next letter.
struct Entry: Sendable, Equatable {
    var text: String
    /// Where the next letter goes, in UTF-16.
    var cursor: Int

    /// A text, with the cursor at its end.
    init(_ text: String, cursor: Int? = nil) {
        self.text = text
        let end = text.utf16.count
        self.cursor = min(max(0, cursor ?? end), end)
    }

    /// What a key does to a text: puts one in place of a part, or moves the cursor only.
    enum Change: Sendable, Equatable {
        case replace(Range<Int>, with: String)
        case move(to: Int)
    }

    /// What a key does; `nil` for one that does nothing to a text.
    func change(by key: Key, severalLines: Bool = false) -> Change? {
        switch key {
        case .text(let letter): return .replace(cursor..<cursor, with: String(letter))
        case .paste(let text):
            let lines = text.safeLines
            return .replace(
                cursor..<cursor,
                with: lines.joined(separator: severalLines ? "\n" : " ")
            )
        case .backspace:
            return cursor > 0 ? .replace(letterBefore..<cursor, with: "") : .move(to: 0)
        case .delete:
            return cursor < end ? .replace(cursor..<letterBehind, with: "") : .move(to: end)
        case .left: return .move(to: letterBefore)
        case .right: return .move(to: letterBehind)
        case .home, .control("a"): return .move(to: 0)
        case .end, .control("e"): return .move(to: end)
        case .control("u"): return .replace(0..<cursor, with: "")
        case .enter, .tab, .backTab, .escape, .up, .down, .pageUp, .pageDown, .function, .control,
            .alt:
            return nil
        }
    }

    /// The text after a change.
    func changed(by change: Change) -> Entry {
        switch change {
        case .move(let place): return Entry(text, cursor: place)
        case .replace(let range, let string):
            var units = Array(text.utf16)
            let range = range.clamped(to: 0..<units.count)
            units.replaceSubrange(range, with: string.utf16)
            return Entry(
                String(decoding: units, as: UTF16.self),
                cursor: range.lowerBound + string.utf16.count
            )
        }
    }

    private var end: Int { text.utf16.count }

    /// Where the letter before the cursor begins, with all its marks.
    private var letterBefore: Int { edges.last { $0 < cursor } ?? 0 }

    private var letterBehind: Int { edges.first { $0 > cursor } ?? end }

    /// Where letters begin, and where the last one ends.
    private var edges: [Int] {
        var edges = [0]
        for character in text { edges.append((edges.last ?? 0) + character.utf16.count) }
        return edges
    }
}
