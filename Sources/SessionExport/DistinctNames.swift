// Makes names unique. Joined names may be equal: sensor `a_b` with value `c`, and sensor `a` with value `b_c`. Readers
// of an export find values by their names, so each needs its own.

/// A set of names without duplicates.
struct DistinctNames: Sendable {
    private var taken: Set<String>

    /// An empty set, besides names that are taken.
    init(besides taken: some Sequence<String> = []) { self.taken = Set(taken) }

    /// The name, with the smallest number after it that makes it unique, if necessary.
    mutating func distinct(_ name: String) -> String {
        var distinct = name
        var number = 2
        while !taken.insert(distinct).inserted {
            distinct = "\(name)_\(number)"
            number += 1
        }
        return distinct
    }
}
