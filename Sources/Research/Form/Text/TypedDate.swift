// Normalises typed dates: people use the digits of their script, and various signs and spaces, from their keyboard or
// from copied text.

/// Normalises the text of a typed date.
enum TypedDate {
    /// Returns the text in plain digits and signs, without invisible direction marks.
    static func plain(_ text: String) -> String {
        TypedText.plain(text) { scalar in
            switch scalar.value {
            // The Arabic date separator.
            case 0x060D: "/"
            case 0x2010...0x2013: "-"
            default: nil
            }
        }
    }

    /// Returns a plain text without the spaces and commas that only some people write.
    static func compact(_ plain: String) -> String {
        var text = closed(plain.uppercased())
        for (word, half) in [("A.M.", "AM"), ("P.M.", "PM"), ("A.M", "AM"), ("P.M", "PM")] {
            text = text.replacing(word, with: half)
        }
        for half in ["AM", "PM"] { text = text.replacing(" \(half)", with: half) }
        return withoutLastPoint(text)
    }

    /// Returns the format for texts that `compact` has normalised.
    static func compactFormat(_ format: String) -> String {
        withoutLastPoint(closed(format).replacing(" a", with: "a"))
    }

    /// True if the hour has two digits.
    static func hasWholeHour(_ plain: String) -> Bool {
        hour(in: plain).map { $0.text.count == 2 } ?? true
    }

    /// True if the time is clear even to someone who uses a 12-hour clock.
    ///
    /// Hours `00` to `09` and `13` to `23` are not written on a 12-hour clock. After the `T` of ISO 8601, every hour
    /// is clear.
    static func hasClearHour(_ plain: String) -> Bool {
        guard let hour = hour(in: plain) else { return true }
        return hour.text.count == 2 && (hour.isOfISO || !["10", "11", "12"].contains(hour.text))
    }

    /// Returns the hour, which is before the first colon; `nil` without a colon.
    private static func hour(in plain: String) -> (text: String, isOfISO: Bool)? {
        guard let colon = plain.firstIndex(of: ":") else { return nil }
        let head = plain[..<colon]
        let count = head.reversed().prefix(while: NumberText.isDigit).count
        return (String(head.suffix(count)), head.dropLast(count).last == "T")
    }

    private static func closed(_ text: String) -> String {
        var result: [Character] = []
        var isApart = false
        for letter in text {
            if letter == " " || letter == "," || letter == "،" {
                isApart = true
                continue
            }
            if isApart, let last = result.last, !divides(last), !divides(letter) {
                result.append(" ")
            }
            isApart = false
            result.append(letter)
        }
        return String(result)
    }

    private static func divides(_ letter: Character) -> Bool {
        [".", "/", "-", ":"].contains(letter)
    }

    private static func withoutLastPoint(_ text: String) -> String {
        text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
