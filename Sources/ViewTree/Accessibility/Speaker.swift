// Turns words, numbers and durations into text for a screen reader.

/// Makes spoken text in one language.
struct Speaker {
    var strings: StringTable
    var language: Language

    func callAsFunction(_ key: StringKey, _ values: String...) -> String {
        strings.string(key, in: language, values: values)
    }

    /// The non-empty texts, joined; `nil` if there are none.
    func joined(_ texts: [String?]) -> String? {
        texts.compactMap(\.orNothing).reduce(nil) { (told: String?, text) in
            guard let told else { return text }
            let ends = told.last.map { $0.isPunctuation || $0.isNewline } ?? false
            return told + (ends ? " " : self(.separator)) + text
        }
    }

    /// A number with its unit.
    func number(_ number: String, of unit: String?) -> String {
        unit.orNothing.map { self(.withUnit, number, $0) } ?? number
    }

    /// A duration in hours, minutes and seconds, without zero parts; "zero seconds" for zero.
    func duration(seconds: Int) -> String {
        let parts: [(StringKey, Int)] = [
            (.hours, seconds / 3600), (.minutes, seconds / 60 % 60), (.seconds, seconds % 60),
        ]
        let told = parts.filter { $0.1 > 0 }.map { self($0.0, "\($0.1)") }
        return told.isEmpty ? self(.seconds, "0") : told.joined(separator: " ")
    }

    /// A number without the rounding errors of sums after its third decimal: "0.3" for 0.1 + 0.2.
    static func text(of number: Double) -> String {
        // Rounds without the math library, which nothing else in this module needs.
        guard number.magnitude < 1e15 else { return "\(number)" }
        let thousandths = Int64(number.magnitude * 1000 + 0.5)
        guard (Double(thousandths) / 1000 - number.magnitude).magnitude < 1e-9 else {
            return "\(number)"
        }
        var decimals = "\(1000 + thousandths % 1000)".dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        let sign = number < 0 && thousandths > 0 ? "-" : ""
        return "\(sign)\(thousandths / 1000)" + (decimals.isEmpty ? "" : ".\(decimals)")
    }

    /// The words of an identifier, for example "assign skip to" for `assignSkipTo`; `nil` if it has none.
    static func words(of identifier: String?) -> String? {
        let characters = Array(identifier ?? "")
        var words = [""]
        for (place, character) in characters.enumerated() {
            guard character.isLetter || character.isNumber else {
                words.append("")
                continue
            }
            if character.isUppercase, place > 0 {
                // `closeHTTPPage` has both: a capital after a lower-case letter begins a word, and so does one before
                // it.
                let isBehindSmall = !characters[place - 1].isUppercase
                let isAheadOfSmall = characters[place...].dropFirst().first?.isLowercase ?? false
                if isBehindSmall || isAheadOfSmall { words.append("") }
            }
            words[words.count - 1] += character.lowercased()
        }
        return words.filter { !$0.isEmpty }.joined(separator: " ").orNothing
    }
}

extension String {
    /// `nil` if the text is blank.
    var orNothing: String? { allSatisfy(\.isWhitespace) ? nil : self }
}

extension String? {
    /// `nil` if the text is blank.
    var orNothing: String? { flatMap(\.orNothing) }
}
