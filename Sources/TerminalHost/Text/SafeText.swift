// A task file's words are data: none of them may steer the terminal, whatever is in them.

internal import PlainWords

extension Unicode.Scalar {
    /// Whether it says only in which direction the text around it is written.
    var isDirectional: Bool {
        switch value {
        case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// Its lines, with a sign in the place of each control character; letters join as they were meant to.
    ///
    /// A sign that turns letters around against their own direction is shown as one: `BidirectionalLine`
    /// would obey it. What only embeds or isolates is left out, but for the pairs that the form of a date has.
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

    /// The whole of it on one line.
    var safeLine: String { safeLines.joined(separator: " ") }

    /// Without signs of direction, for whoever reads the letters in the order in which they are spoken.
    var withoutDirections: String {
        String(UnicodeScalarView(unicodeScalars.filter { !$0.isDirectional }))
    }
}

extension Substring {
    /// Whether each part that is kept from left to right ends before the next one begins, and all of them do.
    fileprivate var hasPairsOfIsolates: Bool {
        var isInside = false
        for scalar in unicodeScalars where scalar == "\u{2066}" || scalar == "\u{2069}" {
            guard isInside == (scalar == "\u{2069}") else { return false }
            isInside.toggle()
        }
        return !isInside
    }
}
