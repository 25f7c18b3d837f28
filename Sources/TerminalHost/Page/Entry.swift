// A text being edited: its cursor, and what keys do to it. Positions count UTF-16 units, as in all fields.

/// A text with a cursor.
struct Entry: Sendable, Equatable {
    var text: String
    /// The cursor's position, in UTF-16 units.
    var cursor: Int

    /// A text; without `cursor`, the cursor is at its end.
    init(_ text: String, cursor: Int? = nil) {
        self.text = text
        let end = text.utf16.count
        self.cursor = min(max(0, cursor ?? end), end)
    }

    /// The effect of a key: it replaces a part of the text, or only moves the cursor.
    enum Change: Sendable, Equatable {
        case replace(Range<Int>, with: String)
        case move(to: Int)
    }

    /// The effect of a key; `nil` if it has none on a text.
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

    /// The start of the letter before the cursor, including its combining marks.
    private var letterBefore: Int { edges.last { $0 < cursor } ?? 0 }

    private var letterBehind: Int { edges.first { $0 > cursor } ?? end }

    /// The starts of all letters, and the end of the last.
    private var edges: [Int] {
        var edges = [0]
        for character in text { edges.append((edges.last ?? 0) + character.utf16.count) }
        return edges
    }
}
