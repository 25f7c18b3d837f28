// A slip of the pen should cost one glance: whoever refuses a word offers the known one that was
// probably meant.

/// Finds the known word that was probably meant.
package enum NearestName {
    /// Letters of a word that is looked for at most.
    private static let longest = 80
    /// So many suggestions are given for one file; to look for more in a long one would take long.
    static let suggestions = 100

    /// What a person who types a word means by it: a longer one that begins with it, or the nearest.
    package static func meant(by word: String, among words: [String]) -> String? {
        let beginning = word.lowercased()
        let longer = words.filter { $0.lowercased().hasPrefix(beginning) }
        // One letter begins too many words.
        return word.count > 1 && !longer.isEmpty
            ? longer.min { $0.count < $1.count } : of(word, among: words)
    }

    /// The nearest of some words, if one is near enough to be a slip of the pen.
    package static func of(_ word: String, among words: some Sequence<String>) -> String? {
        let letters = Array(word.lowercased())
        // Nobody slips in what nobody types.
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

    /// The first of some words, where none of them is near enough to be meant.
    static func list(of words: [String]) -> String {
        guard words.count > 1 else { return words.joined() }
        let first = words.prefix(20).joined(separator: ", ")
        return "one of \(first)" + (words.count > 20 ? ", and \(words.count - 20) more" : "")
    }

    /// How many letters must be added, left out, changed or swapped with their neighbour.
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
    /// The error of a `type` that nobody here knows.
    func unknown(_ kind: String, _ word: String, among known: [String]) -> RSDTaskFileError {
        let remedy =
            NearestName.of(word, among: known).map { "write '\($0)'" }
            ?? "write one of \(known.joined(separator: ", ")), or declare the type"
        return fault("no \(kind) is called '\(word)'", at: "type", remedy: remedy)
    }
}
