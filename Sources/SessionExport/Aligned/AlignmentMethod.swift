// How a value between two readings is found. Between them nobody has measured: what is written there follows a rule that
// the sidecar names.

/// The rule by which a column is filled between two readings.
enum AlignmentMethod: String, Sendable, Hashable, Encodable, CaseIterable {
    /// On the line between the two.
    case linear
    /// The earlier of the two.
    case previous
    /// A part of an orientation: on the line between the two quaternions, of which the second may have the other sign, and
    /// of length one again.
    case quaternion

    /// What the sidecar says of it.
    var meaning: String {
        switch self {
        case .linear: "on the line between the readings before and after the row"
        case .previous:
            "the reading before the row: whole numbers, texts and truth have nothing between them"
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
