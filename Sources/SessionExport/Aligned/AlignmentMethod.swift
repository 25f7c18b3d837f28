// How a value between two readings is found. Between them nobody has measured: what is written there follows a rule that
// the sidecar names.

/// The rule by which a column is filled between two readings.
enum AlignmentMethod: String, Sendable, Hashable, Encodable, CaseIterable {
    /// On the line between the two.
    case linear
    /// The earlier of the two.
    case previous
    /// An angle that goes round, such as 359 degrees to 1: on the shorter way between the two.
    case angle
    /// A part of an orientation: on the line between the two quaternions, of which the second may have the other sign, and
    /// of length one again.
    case quaternion

    /// What the sidecar says of it.
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

    /// The number on the line between two, after a share of the way from 0 to 1.
    static func line(_ from: Double, _ to: Double, _ share: Double) -> Double {
        let step = to - from
        return step.isFinite ? from + step * share : from * (1 - share) + to * share
    }

    /// What a whole turn is in the columns that are angles and go round, by their names.
    static let turns = ["heading": 360, "course": 360, "bearingRadians": 2 * Double.pi]

    /// The angle between two, after a share of the way; `nil` where neither way is the shorter.
    ///
    /// It is from 0 up to a turn, or within half a turn of 0 if one of the two is below 0.
    static func angle(_ from: Double, _ to: Double, _ share: Double, turn: Double) -> Double? {
        let way = (to - from).remainder(dividingBy: turn)
        guard way.magnitude < turn / 2 else { return nil }
        let between = from + way * share
        let least = min(from, to) < 0 ? -turn / 2 : 0
        if between < least { return between + turn }
        return between < least + turn ? between : between - turn
    }

    /// The orientation between two; `nil` where they have none between them.
    static func orientation(_ from: [Double], _ to: [Double], _ share: Double) -> [Double]? {
        let product = zip(from, to).reduce(0) { $0 + $1.0 * $1.1 }
        let sign: Double = product < 0 ? -1 : 1
        let between = zip(from, to).map { line($0, sign * $1, share) }
        let length = between.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length.isNormal else { return nil }
        return between.map { $0 / length }
    }
}
