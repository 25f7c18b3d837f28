// Instructions for the person who holds the sensor. A headline changes only when there is something else to do, so that
// it can be spoken or printed once; the figures shown with it change all the time.

/// What to do next.
public enum CalibrationGuidance: Sendable, Hashable {
    /// Lay the sensor down.
    case lay(Lay)
    /// Turn the sensor in all directions.
    case turn(Turn)
    /// Everything requested is calibrated.
    case finished

    /// The progress of the rests.
    public struct Lay: Sendable, Hashable {
        /// True if each of the six sides has to point up once.
        public var isSixSided: Bool
        /// The sides that have pointed up.
        public var sides: Set<Direction>
        public var rests: Int
        public var lyingForSeconds: Double
        public var neededSeconds: Double
        /// The side that points up now, if the sensor lies still.
        public var up: Direction?
        /// True if the present rest is long enough and counted.
        public var isTaken: Bool
        /// Why the earlier rests gave no calibration.
        public var fault: CalibrationFault?

        /// The sides that have not pointed up yet.
        public var missing: [Direction] {
            isSixSided ? Direction.allCases.filter { !sides.contains($0) } : []
        }
    }

    /// The progress of turning.
    public struct Turn: Sendable, Hashable {
        /// The share of all directions that was covered.
        public var share: Double
        /// The share that is needed.
        public var needed: Double
        /// Why the readings give no calibration yet.
        public var fault: CalibrationFault?
    }
}

extension CalibrationGuidance {
    /// The instruction; unchanged until there is something else to do.
    public var headline: String {
        switch self {
        case .finished: "Done."
        case .turn(let turn):
            (turn.fault.map { "Not yet: \($0). " } ?? "")
                + "Turn the sensor slowly in all directions, away from iron and motors."
        case .lay(let lay): lay.headline
        }
    }

    /// The progress in figures.
    public var figures: String {
        switch self {
        case .finished: ""
        case .turn(let turn): turn.figures
        case .lay(let lay): lay.figures
        }
    }

    /// The progress from 0 to 1.
    public var progress: Double {
        switch self {
        case .finished: 1
        case .turn(let turn): turn.progress
        case .lay(let lay): lay.progress
        }
    }
}

extension CalibrationGuidance.Turn {
    /// The shares are of all directions, as in `CalibrationFault`: shares of the needed ones would contradict it.
    fileprivate var figures: String {
        "\(Int((share * 100).rounded(.down))) % of all directions seen, and this takes "
            + "\(Int((needed * 100).rounded())) %"
    }

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
        // Counts the finished sides, and the check after them.
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
