// A task file's words are data: none of them may steer the terminal, whatever is in them.

extension Unicode.Scalar {
    /// Whether it is a control character, or turns the direction of the text around.
    package var steersTheTerminal: Bool {
        switch value {
        case 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: isControl
        }
    }

    /// Whether a terminal may take it for the beginning of a command.
    var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }

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
    /// What says a direction stays for the order of the letters (see `BidirectionalLine`), which ends with
    /// the line.
    var safeLines: [String] {
        split(omittingEmptySubsequences: false) { $0.isNewline }.map { line in
            var safe = UnicodeScalarView()
            for scalar in line.unicodeScalars {
                switch scalar {
                case "\t": safe.append(" ")
                case "\u{FEFF}", "\u{200B}": break
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
