// A slip of the finger should cost one glance: the nearest known name is offered.

/// Finds the known name that was probably meant.
enum Suggestion {
    /// The nearest of `names`, if one is near enough to be a slip of the finger.
    static func nearest(to word: String, among names: [String]) -> String? {
        let word = word.lowercased()
        if word.count > 1, let longer = names.filter({ $0.hasPrefix(word) }).min(by: isShorter) {
            return longer
        }
        let reach = max(1, word.count / 3)
        let near = names.map { (name: $0, distance: distance(word, $0)) }
            .filter { $0.distance <= reach }
        return near.min { $0.distance < $1.distance }?.name
    }

    /// How many letters must be added, left out, changed or swapped with their neighbour.
    static func distance(_ first: String, _ second: String) -> Int {
        let first = Array(first)
        let second = Array(second)
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for row in 0..<first.count {
            var current = [row + 1]
            for column in 0..<second.count {
                let isSame = first[row] == second[column]
                var best = min(
                    last[column] + (isSame ? 0 : 1),
                    last[column + 1] + 1,
                    current[column] + 1
                )
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

    private static func isShorter(_ first: String, _ second: String) -> Bool {
        first.count < second.count
    }
}
