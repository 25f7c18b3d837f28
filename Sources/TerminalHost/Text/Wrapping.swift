// Nothing that a participant has to read is cut off: a text that is too wide goes on in the next line.

extension String {
    /// The lines of the text, each at most so many columns wide, broken between words where that is
    /// possible; a letter that is wider than a line stands alone in one.
    func wrapped(to width: Int) -> [String] {
        safeLines.flatMap { Self.wrapped($0, to: max(1, width)) }
    }

    private static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        /// What of the line stays in it if it is broken now, and what goes into the next one.
        var kept: (end: String.Index, rest: String.Index)?
        for character in text {
            let columns = character.columns
            if breaks(line, before: character) { kept = (line.endIndex, line.endIndex) }
            if used + columns > width, !line.isEmpty {
                if character == " " {
                    // It stands at the break.
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
                // Spaces at the end of a line take no room in it.
                let end = kept.flatMap { $0.rest == place ? $0.end : nil } ?? place
                kept = (end, line.endIndex)
            } else if columns == 2 {
                kept = (line.endIndex, line.endIndex)
            }
        }
        lines.append(line)
        return lines
    }
    /// Whether a line may be broken behind its last sign, which divides a word such as "and/or".
    ///
    /// A date stays whole, and so does its form in capital letters: half of one is another date.
    private static func breaks(_ line: String, before next: Character) -> Bool {
        guard let sign = line.last, sign == "-" || sign == "/", next.isLetter,
            let letter = line.dropLast().last, letter.isLetter
        else { return false }
        return !(letter.isUppercase && next.isUppercase)
    }
}
