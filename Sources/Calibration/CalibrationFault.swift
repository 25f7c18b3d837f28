// Explains why readings give no calibration, and what to do about it, to the person who turns the sensor.

/// Why readings give no calibration.
public enum CalibrationFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// There are too few rests, or readings.
    case tooFew(found: Int, needed: Int)
    /// No rest, or no reading, points in this direction of the sensor.
    case missing(Direction)
    /// The sensor has not lain at an angle yet, which is needed to check the calibration.
    case unchecked
    /// Readings cover too few directions of the field.
    case unseen(share: Double, needed: Double)
    /// The readings do not lie on any ellipsoid.
    case noEllipsoid
    /// The field has a strength in µT that the Earth's field never has.
    case strength(Double)
    /// An offset or a scale is larger than a working sensor has.
    case implausible
    /// The residual of the best fit is too large a share of the measured values.
    case poorFit(share: Double, allowed: Double)

    public var description: String {
        switch self {
        case .tooFew(let found, let needed):
            "there are \(found), and this takes \(needed): go on"
        case .missing(let direction):
            "nothing was measured with \(direction) up: lay the sensor so that this side points up"
        case .unchecked:
            "nothing was measured with the sensor leaning: lean it on something, so that none of its sides is level"
        case .unseen(let share, let needed):
            "\(Self.percent(share)) % of all directions were seen, and this takes \(Self.percent(needed)) %: turn "
                + "the sensor about each of its axes"
        case .noEllipsoid:
            "the readings lie on no ellipsoid: turn the sensor slowly about each of its axes, away from iron and motors"
        case .strength(let strength):
            "the field was said to have \(strength) µT: give the Earth's at that place, from 22 to 67"
        case .implausible:
            "a sensor that works has no such offset or scale: hold it still while it measures, and "
                + "check that its readings are in g and rad/s"
        case .poorFit(let share, let allowed):
            "what was measured differs by \(Self.percent(share)) % from any calibration, and \(Self.percent(allowed)) % is "
                + "allowed: hold the sensor still while it measures, and check that its readings are in g or µT"
        }
    }

    private static func percent(_ share: Double) -> Double { (share * 1000).rounded() / 10 }
}

/// One of the six directions of a sensor's axes.
public enum Direction: String, Sendable, Hashable, Codable, CaseIterable, CustomStringConvertible {
    case plusX, minusX, plusY, minusY, plusZ, minusZ

    /// The axis, from 0 to 2.
    var axis: Int {
        switch self {
        case .plusX, .minusX: 0
        case .plusY, .minusY: 1
        case .plusZ, .minusZ: 2
        }
    }

    var sign: Double {
        switch self {
        case .plusX, .plusY, .plusZ: 1
        case .minusX, .minusY, .minusZ: -1
        }
    }

    public var description: String { (sign > 0 ? "+" : "-") + ["x", "y", "z"][axis] }
}
