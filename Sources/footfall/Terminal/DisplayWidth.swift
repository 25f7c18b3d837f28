// A line that is one column too wide wraps, and a live picture that wraps falls apart: names come
// from outside, and a name may hold letters that take two columns, or none.

extension Character {
    /// The columns that it takes on a terminal.
    var columns: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        if scalar.properties.isEmojiPresentation { return 2 }
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x300..<0x370: return 0
        case 0x1100..<0x1160, 0x2E80..<0x303F, 0x3041..<0xA4D0, 0xAC00..<0xD7A4, 0xF900..<0xFB00,
            0xFE30..<0xFE70, 0xFF00..<0xFF61, 0xFFE0..<0xFFE7, 0x20000..<0x3FFFE:
            return 2
        default: return 1
        }
    }
}

extension String {
    /// The columns that it takes on a terminal.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// As much of it as fits, an ellipsis at the end if something is left out.
    func fitted(to width: Int) -> String {
        guard columns > width else { return self }
        guard width > 0 else { return "" }
        var result = ""
        var used = 0
        for character in self {
            guard used + character.columns <= width - 1 else { break }
            result.append(character)
            used += character.columns
        }
        return result + "…"
    }

    /// As much of it as fits, filled with spaces to exactly so many columns.
    func padded(to width: Int) -> String {
        let text = fitted(to: width)
        return text + String(repeating: " ", count: max(0, width - text.columns))
    }
}
