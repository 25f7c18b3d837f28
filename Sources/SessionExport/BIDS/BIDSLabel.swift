// BIDS names subjects, visits, tasks and tracking systems by labels of letters and digits alone. Sessions have codes and
// file names with more in them.

/// How texts become labels.
enum BIDSLabel {
    /// The letters and digits of a text, as the name of a task becomes its label; `nil` where it has none.
    static func plain(_ text: String) -> String? {
        let label = String(text.filter(isAllowed).prefix(longest))
        return label.isEmpty ? nil : label
    }

    /// Labels are cut behind so many letters: the names of files are several labels, and have an end.
    static let longest = 40

    /// Whether the label of a text lacks its end.
    static func isCut(_ text: String) -> Bool { text.filter(isAllowed).count > longest }

    /// The same, with a capital where something was left out: `lowBack_motion` becomes `lowBackMotion`.
    static func joined(_ text: String) -> String? {
        let words = text.split { !isAllowed($0) }
        guard let first = words.first else { return nil }
        let label = words.dropFirst().reduce(String(first)) { label, word in
            label + word.prefix(1).uppercased() + word.dropFirst()
        }
        return String(label.prefix(longest))
    }

    /// A label that none of these is, whatever the case of its letters: the text, or the text and a number.
    static func unused(_ text: String, among others: some Collection<String>) -> String {
        let taken = Set(others.map { $0.lowercased() })
        guard taken.contains(text.lowercased()) else { return text }
        var number = 2
        while taken.contains("\(text)x\(number)".lowercased()) { number += 1 }
        return "\(text)x\(number)"
    }

    private static func isAllowed(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }
}
