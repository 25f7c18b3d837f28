// How a value between two readings is determined. It was not measured, so it follows a rule that the sidecar states.

/// The rule that fills a column between two readings.
enum AlignmentMethod: String, Sendable, Hashable, Encodable, CaseIterable {
    /// Linear interpolation.
    case linear
    /// The earlier reading.
    case previous
    /// A cyclic angle, for example from 359 degrees to 1: interpolated along the shorter way.
    case angle
    /// A component of an orientation: linear interpolation of the two quaternions, with the second one's sign flipped
    /// if necessary, normalized to length one.
    case quaternion

    /// The explanation in the sidecar.
    var meaning: String {
        switch self {
        case .linear: "on the line between the readings before and after the row"
        case .previous:
            "the reading before the row: whole numbers, texts and truth have nothing between them"
        case .angle:
            "on the shorter way round between the angles before and after the row, by the turn of the column; nothing "
                + "between two that are half a turn apart"
        case .quaternion:
            "on the line between the quaternions before and after the row, the second with the sign that is nearer, "
                + "then made of length one (normalized linear interpolation)"
        }
    }

    /// The linear interpolation of two numbers, at a share from 0 to 1.
    static func line(_ from: Double, _ to: Double, _ share: Double) -> Double {
        let step = to - from
        return step.isFinite ? from + step * share : from * (1 - share) + to * share
    }

    /// The full turn of each column with a cyclic angle, by name.
    static let turns = ["heading": 360, "course": 360, "bearingRadians": 2 * Double.pi]

    /// The angle between two, at a share of the distance from the first; `nil` if both directions are equally long.
    ///
    /// The result is from 0 up to a full turn, or within half a turn of 0 if one of the two is negative.
    static func angle(_ from: Double, _ to: Double, _ share: Double, turn: Double) -> Double? {
        let way = (to - from).remainder(dividingBy: turn)
        guard way.magnitude < turn / 2 else { return nil }
        let between = from + way * share
        let least = min(from, to) < 0 ? -turn / 2 : 0
        if between < least { return between + turn }
        return between < least + turn ? between : between - turn
    }

    /// The orientation between two; `nil` if they cancel each other.
    static func orientation(_ from: [Double], _ to: [Double], _ share: Double) -> [Double]? {
        let product = zip(from, to).reduce(0) { $0 + $1.0 * $1.1 }
        let sign: Double = product < 0 ? -1 : 1
        let between = zip(from, to).map { line($0, sign * $1, share) }
        let length = between.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length.isNormal else { return nil }
        return between.map { $0 / length }
    }
}
