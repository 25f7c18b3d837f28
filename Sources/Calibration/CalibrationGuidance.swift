// What whoever holds the sensor is told. A headline stays until there is something else to do, so that it can be spoken
// or printed once; the figures beside it change all the time.

/// What to do next.
public enum CalibrationGuidance: Sendable, Hashable {
    /// Lay the sensor down.
    case lay(Lay)
    /// Turn the sensor in all directions.
    case turn(Turn)
    /// All that was wanted is found.
    case finished

    /// How far the rests are.
    public struct Lay: Sendable, Hashable {
        /// Whether each of its six sides has to point up once.
        public var isSixSided: Bool
        /// The sides that did.
        public var sides: Set<Direction>
        public var rests: Int
        public var lyingForSeconds: Double
        public var neededSeconds: Double
        /// The side that points up, while it lies still.
        public var up: Direction?
        /// Whether the rest that it lies in is taken.
        public var isTaken: Bool
        /// Why all that was measured before gave no calibration.
        public var fault: CalibrationFault?

        /// The sides that are missing.
        public var missing: [Direction] {
            isSixSided ? Direction.allCases.filter { !sides.contains($0) } : []
        }
    }

    /// How far the turning is.
    public struct Turn: Sendable, Hashable {
        /// Which share of all directions was seen.
        public var share: Double
        /// Which share has to be.
        public var needed: Double
        /// Why what was measured gives no calibration yet.
        public var fault: CalibrationFault?
    }
}

extension CalibrationGuidance {
    /// What to do, in words that stay until it is done.
    public var headline: String {
        switch self {
        case .finished: "Done."
        case .turn(let turn):
            (turn.fault.map { "Not yet: \($0). " } ?? "")
                + "Turn the sensor slowly in all directions, away from iron and motors."
        case .lay(let lay): lay.headline
        }
    }

    /// How far it is, in figures that change.
    public var figures: String {
        switch self {
        case .finished: ""
        case .turn(let turn):
            "\(Int((turn.progress * 100).rounded(.down))) % of the directions seen"
        case .lay(let lay): lay.figures
        }
    }

    /// How far it is, from 0 to 1.
    public var progress: Double {
        switch self {
        case .finished: 1
        case .turn(let turn): turn.progress
        case .lay(let lay): lay.progress
        }
    }
}

extension CalibrationGuidance.Turn {
    fileprivate var progress: Double { min(1, share / needed) }
}

extension CalibrationGuidance.Lay {
    fileprivate var headline: String {
        let before = fault.map { "That gave no calibration: \($0). Begin again. " } ?? ""
        guard isSixSided else { return before + "Lay the sensor down, and leave it alone." }
        let names = missing.map(\.description).joined(separator: ", ")
        switch missing.count {
        case 0:
            return before
                + "Lay the sensor down once more, leaning on something with no side level, to see whether it fits."
        case 6:
            return before
                + "Lay the sensor still with each of its six sides up, one after the other."
        default:
            return (before.isEmpty ? "Good. " : before)
                + "Lay it with another side up; missing: \(names)."
        }
    }

    fileprivate var figures: String {
        let done = isSixSided ? "\(sides.count) of 6 sides; " : ""
        guard !isTaken else { return done + "this one is done: move it on" }
        guard lyingForSeconds > 0 else { return done + "it moves" }
        if isSixSided, missing.isEmpty, let up {
            return done + "\(up) up: lean it, so that no side is level"
        }
        let side =
            up.map { side in
                isSixSided && sides.contains(side) ? "\(side) up, again" : "\(side) up"
            } ?? "it lies"
        return done
            + "\(side): still for \(Self.seconds(lyingForSeconds)) s of \(Self.seconds(neededSeconds)) s"
    }

    fileprivate var progress: Double {
        let needed = isSixSided ? Double(CalibrationProcedure.neededRests) : 1
        // Of the sides that are done, and of the check behind them.
        let done = isSixSided ? Double(sides.count) : 0
        let lying = isTaken || neededSeconds <= 0 ? 0 : min(1, lyingForSeconds / neededSeconds)
        let isNew = up.map { !sides.contains($0) } ?? missing.isEmpty
        return min(1, (done + (isNew ? lying : 0)) / needed)
    }

    private static func seconds(_ seconds: Double) -> Double {
        guard seconds < 1e6 else { return seconds }
        return (seconds * 10).rounded(.down) / 10
    }
}
