// How words, numbers and times become what is read aloud.

/// Says things in one language.
struct Speaker {
    var strings: StringTable
    var language: Language

    func callAsFunction(_ key: StringKey, _ values: String...) -> String {
        strings.string(key, in: language, values: values)
    }

    /// What there is of several texts, one behind the other; `nil` if there is nothing.
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

    /// A time in hours, minutes and seconds, without those that are zero; of nothing left, zero seconds.
    func duration(seconds: Int) -> String {
        let parts: [(StringKey, Int)] = [
            (.hours, seconds / 3600), (.minutes, seconds / 60 % 60), (.seconds, seconds % 60),
        ]
        let told = parts.filter { $0.1 > 0 }.map { self($0.0, "\($0.1)") }
        return told.isEmpty ? self(.seconds, "0") : told.joined(separator: " ")
    }

    /// A number without what a computer adds to its third decimal: "0.3" of 0.1 + 0.2.
    static func text(of number: Double) -> String {
        // Done by hand: rounding is in the C library for mathematics, which nothing else here needs.
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

    /// The words of an identifier, as in "assign skip to" of `assignSkipTo`; `nil` if it has none.
    static func words(of identifier: String?) -> String? {
        let characters = Array(identifier ?? "")
        var words = [""]
        for (place, character) in characters.enumerated() {
            guard character.isLetter || character.isNumber else {
                words.append("")
                continue
            }
            if character.isUppercase, place > 0 {
                // In `closeHTTPPage` each of the last two words begins in a way of its own.
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
    /// `nil` for what has nothing to read in it.
    var orNothing: String? { allSatisfy(\.isWhitespace) ? nil : self }
}

extension String? {
    /// `nil` for what has nothing to read in it.
    var orNothing: String? { flatMap(\.orNothing) }
}
