// The rests of a sensor so far. The user may bump it, or lay a side twice: several rests of one pose add no
// information, so what counts is the number of different poses.

/// The rests of a sensor, one for each pose.
struct LaidRests: Sendable {
    /// The last rest on each side, and leaning rests in different poses.
    private(set) var all: [Rest] = []

    /// The cosine of 20°: rests that differ by less count as one pose.
    private static let nearness = 0.94

    /// The sides that have pointed up.
    var sides: Set<Direction> { Set(all.compactMap(\.side)) }

    /// True if each side has pointed up.
    var isSixSided: Bool { sides.count == Direction.allCases.count }

    /// True if one rest leaned far from each of the sides: six sides always fit some calibration, and only this can
    /// reveal a wrong one.
    var isChecked: Bool {
        all.contains { leaning in
            leaning.side == nil
                && all.allSatisfy { $0.side == nil || !Self.isOnePose($0, leaning) }
        }
    }

    /// Adds a rest, replacing one of the same pose.
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
