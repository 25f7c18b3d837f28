// Names that are put together from others may come out alike: a sensor `a_b` with the value `c`, and a sensor `a` with the
// value `b_c`. Whoever reads an export finds values by their names, so each has its own.

/// Names of which no two are the same.
struct DistinctNames: Sendable {
    private var taken: Set<String>

    /// Names beside those that are taken.
    init(besides taken: some Sequence<String> = []) { self.taken = Set(taken) }

    /// The name, or with the first number behind it that makes it another one.
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
