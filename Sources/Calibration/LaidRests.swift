// How a sensor lay so far. Somebody may bump it, or lay a side twice: what counts is in how many ways it lay, not how often,
// for rests of one pose say the same, and what fits one of them fits the other.

/// The rests of a sensor, one of each pose.
struct LaidRests: Sendable {
    /// The last of each side, and those that lean differently.
    private(set) var all: [Rest] = []

    /// The cosine of 20°: what leans by less looks like one pose.
    private static let nearness = 0.94

    /// The sides that have pointed up.
    var sides: Set<Direction> { Set(all.compactMap(\.side)) }

    /// Whether each side has pointed up.
    var isSixSided: Bool { sides.count == Direction.allCases.count }

    /// Whether it leaned, far from each of its sides: six sides always fit something, and only this tells a wrong one.
    var isChecked: Bool {
        all.contains { leaning in
            leaning.side == nil
                && all.allSatisfy { $0.side == nil || !Self.isOnePose($0, leaning) }
        }
    }

    /// Takes a rest in, in place of one of the same pose.
    mutating func take(_ rest: Rest) {
        all.removeAll { old in
            old.side == rest.side && (rest.side != nil || Self.isOnePose(old, rest))
        }
        all.append(rest)
    }

    private static func isOnePose(_ one: Rest, _ other: Rest) -> Bool {
        let product = (one.acceleration * other.acceleration).sum()
        return product > nearness * one.acceleration.length * other.acceleration.length
    }
}
