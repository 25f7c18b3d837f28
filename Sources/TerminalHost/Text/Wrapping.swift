// Wraps text that is too wide: nothing that a participant must read is cut off.

extension String {
    /// The lines of the text, each at most so many columns wide, broken between words if possible; a letter wider than
    /// a line gets its own.
    func wrapped(to width: Int) -> [String] {
        safeLines.flatMap { Self.wrapped($0, to: max(1, width)) }
    }

    private static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        /// If the line is broken now: where the line ends, and where the next one starts.
        var kept: (end: String.Index, rest: String.Index)?
        for character in text {
            let columns = character.columns
            if breaks(line, before: character) { kept = (line.endIndex, line.endIndex) }
            if used + columns > width, !line.isEmpty {
                if character == " " {
                    // The break is right here.
                    lines.append(line)
                    (line, used, kept) = ("", 0, nil)
                    continue
                }
                let cut = kept ?? (line.endIndex, line.endIndex)
                lines.append(String(line[..<cut.end]))
                line = String(line[cut.rest...])
                (used, kept) = (line.columns, nil)
            }
            if character == " ", line.isEmpty, !lines.isEmpty { continue }
            let place = line.endIndex
            line.append(character)
            used += columns
            if character == " " {
                // Spaces at the end of a line are dropped.
                let end = kept.flatMap { $0.rest == place ? $0.end : nil } ?? place
                kept = (end, line.endIndex)
            } else if columns == 2 {
                kept = (line.endIndex, line.endIndex)
            }
        }
        lines.append(line)
        return lines
    }
    /// Whether a line may be broken after its last character, such as the slash of "and/or".
    ///
    /// A date is not broken, nor is its format in capital letters: half of one would look like another date.
    private static func breaks(_ line: String, before next: Character) -> Bool {
        guard let sign = line.last, sign == "-" || sign == "/", next.isLetter,
            let letter = line.dropLast().last, letter.isLetter
        else { return false }
        return !(letter.isUppercase && next.isUppercase)
    }
}
