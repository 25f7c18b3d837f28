// Suggestions for misspelled words. An error about an unknown word names the known word that was probably meant, so
// that a typing error is quickly corrected.

/// Finds the known word that was probably meant.
package enum NearestName {
    /// The length of the longest word for which a suggestion is searched.
    private static let longest = 80
    /// The most suggestions for one file; more would take too long in a large file.
    static let suggestions = 100

    /// Returns the word that a user probably means: the shortest one that begins with `word`, or else the nearest one.
    package static func meant(by word: String, among words: [String]) -> String? {
        let beginning = word.lowercased()
        let longer = words.filter { $0.lowercased().hasPrefix(beginning) }
        // Too many words begin with the same letter to guess from one letter.
        return word.count > 1 && !longer.isEmpty
            ? longer.min { $0.count < $1.count } : of(word, among: words)
    }

    /// Returns the most similar of the words; `nil` if none is so similar that a typing error is likely.
    package static func of(_ word: String, among words: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased())
        // The cost of a comparison grows with the square of the length, and names are never that long.
        guard letters.count <= longest else { return nil }
        let reach = max(1, letters.count / 4)
        var nearest: (word: String, distance: Int)?
        for candidate in words where abs(candidate.count - letters.count) <= reach {
            let distance = distance(letters, Array(candidate.lowercased()))
            if distance <= reach, distance < nearest?.distance ?? .max {
                nearest = (candidate, distance)
            }
        }
        return nearest?.word
    }

    /// Lists the first of the words, for messages without a single suggestion.
    static func list(of words: [String]) -> String {
        guard words.count > 1 else { return words.joined() }
        let first = words.prefix(20).joined(separator: ", ")
        return "one of \(first)" + (words.count > 20 ? ", and \(words.count - 20) more" : "")
    }

    /// Returns how many letters must be added, removed, changed or swapped with a neighbour to make one word the other.
    static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for row in first.indices {
            var current = [row + 1]
            for column in second.indices {
                let isSame = first[row] == second[column]
                let change = last[column] + (isSame ? 0 : 1)
                var best = min(change, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, first[row] == second[column - 1],
                    first[row - 1] == second[column]
                {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            beforeLast = last
            last = current
        }
        return last[second.count]
    }
}

extension Decoder {
    /// Returns the error for a `type` that is not declared.
    func unknown(_ kind: String, _ word: String, among known: [String]) -> RSDTaskFileError {
        let remedy =
            NearestName.of(word, among: known).map { "write '\($0)'" }
            ?? "write one of \(known.joined(separator: ", ")), or declare the type"
        return fault("no \(kind) is called '\(word)'", at: "type", remedy: remedy)
    }
}
