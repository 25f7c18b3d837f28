// What people type around the digits of a date, brought to one form: the digits of their script, the signs
// and spaces that their keyboard or what they copied from puts between them.

/// The text of a date as it was typed.
enum TypedDate {
    /// The text in plain digits and signs, without what says only a direction.
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

    /// A plain text without spaces and commas where some people put them and others do not.
    static func compact(_ plain: String) -> String {
        var text = closed(plain.uppercased())
        for (word, half) in [("A.M.", "AM"), ("P.M.", "PM"), ("A.M", "AM"), ("P.M", "PM")] {
            text = text.replacing(word, with: half)
        }
        for half in ["AM", "PM"] { text = text.replacing(" \(half)", with: half) }
        return withoutLastPoint(text)
    }

    /// A format for texts that are compact.
    static func compactFormat(_ format: String) -> String {
        withoutLastPoint(closed(format).replacing(" a", with: "a"))
    }

    /// Whether the hour has two digits.
    static func hasWholeHour(_ plain: String) -> Bool {
        hour(in: plain).map { $0.text.count == 2 } ?? true
    }

    /// Whether its hour is of one half of the day only, also for somebody with a clock of twelve hours.
    ///
    /// 00 to 09 and 13 to 23 are of no such clock. Behind the `T` of ISO 8601 nobody means one.
    static func hasClearHour(_ plain: String) -> Bool {
        guard let hour = hour(in: plain) else { return true }
        return hour.text.count == 2 && (hour.isOfISO || !["10", "11", "12"].contains(hour.text))
    }

    /// The hour is what stands before the first colon; `nil` where there is none.
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
