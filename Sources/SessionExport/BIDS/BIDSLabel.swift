// BIDS labels of subjects, visits, tasks and tracking systems may contain only letters and digits. Codes and file names
// in sessions may contain more.

/// Converts texts to labels.
enum BIDSLabel {
    /// The letters and digits of a text, cut off after `longest`; `nil` if there are none.
    static func plain(_ text: String) -> String? {
        let label = String(text.filter(isAllowed).prefix(longest))
        return label.isEmpty ? nil : label
    }

    /// The longest label, without a number that `unused` adds: file names consist of several labels and have a limit.
    static let longest = 40

    /// True if the label of a text is cut off.
    static func isCut(_ text: String) -> Bool { text.filter(isAllowed).count > longest }

    /// The same with a capital after each omitted character: `lowBack_motion` becomes `lowBackMotion`.
    static func joined(_ text: String) -> String? {
        let words = text.split { !isAllowed($0) }
        guard let first = words.first else { return nil }
        let label = words.dropFirst().reduce(String(first)) { label, word in
            label + word.prefix(1).uppercased() + word.dropFirst()
        }
        return String(label.prefix(longest))
    }

    /// A label different from all of these, ignoring case: the text, or the text and a number.
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
