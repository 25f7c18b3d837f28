// Makes foreign text harmless: a task file's words are data, and must not control the terminal.

internal import PlainWords

extension Unicode.Scalar {
    /// Whether it only sets the writing direction.
    var isDirectional: Bool {
        switch value {
        case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// The lines of the text, with a visible sign in place of each control character; characters that join letters
    /// stay.
    ///
    /// An override of the writing direction is shown as a sign, because `BidirectionalLine` would obey it. Embeddings
    /// and isolates are removed, except the pairs that `DateIsolation` uses.
    var safeLines: [String] {
        split(omittingEmptySubsequences: false) { $0.isNewline }.map { line in
            var safe = UnicodeScalarView()
            let hasPairs = line.hasPairsOfIsolates
            for scalar in line.unicodeScalars {
                switch scalar {
                case "\t": safe.append(" ")
                case "\u{FEFF}", "\u{200B}": break
                case "\u{202D}", "\u{202E}": safe.append("\u{FFFD}")
                case "\u{202A}"..."\u{202C}", "\u{2067}", "\u{2068}": break
                case "\u{2066}", "\u{2069}": if hasPairs { safe.append(scalar) }
                case _ where scalar.isControl: safe.append("\u{FFFD}")
                default: safe.append(scalar)
                }
            }
            return String(safe)
        }
    }

    /// The whole text on one line.
    var safeLine: String { safeLines.joined(separator: " ") }

    /// The text without direction characters, for screen readers, which speak the letters in logical order.
    var withoutDirections: String {
        String(UnicodeScalarView(unicodeScalars.filter { !$0.isDirectional }))
    }
}

extension Substring {
    /// Whether all isolates are closed, each before the next one opens.
    fileprivate var hasPairsOfIsolates: Bool {
        var isInside = false
        for scalar in unicodeScalars where scalar == "\u{2066}" || scalar == "\u{2069}" {
            guard isInside == (scalar == "\u{2069}") else { return false }
            isInside.toggle()
        }
        return !isInside
    }
}
