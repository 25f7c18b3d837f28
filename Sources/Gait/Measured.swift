// A figure that could not be measured is not 0, and one based on half of the samples is less reliable than one based on
// all. So each figure carries its method and its confidence, or the reason for its absence.

/// A figure with its method and confidence, or the reason for its absence.
public enum Measured<Value: Sendable & Hashable>: Sendable, Hashable {
    case figure(Value, by: GaitMethod, Confidence)
    case absent(Absence)

    /// The figure, if there is one.
    public var value: Value? {
        if case .figure(let value, _, _) = self { value } else { nil }
    }

    /// The figure's confidence, if there is a figure.
    public var confidence: Confidence? {
        if case .figure(_, _, let confidence) = self { confidence } else { nil }
    }

    /// The reason for the absence, if there is no figure.
    public var absence: Absence? {
        if case .absent(let absence) = self { absence } else { nil }
    }
}

/// How far a figure can be trusted, by the samples and the number of steps that it is based on.
///
/// It does not judge the walk: irregular steps do not lower it.
public enum Confidence: String, Sendable, Hashable, Codable, Comparable {
    /// More than a tenth of the samples are missing, or there are fewer than six steps.
    case poor
    /// More than a fiftieth of the samples are missing, or there are fewer than twenty steps.
    case fair
    /// At most a fiftieth of the samples are missing, and there are at least twenty steps.
    case good

    public static func < (a: Confidence, b: Confidence) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .poor: 0
        case .fair: 1
        case .good: 2
        }
    }

    init(lostShare: Double, steps: Int = .max) {
        if lostShare > 0.1 || steps < 6 {
            self = .poor
        } else if lostShare > 0.02 || steps < 20 {
            self = .fair
        } else {
            self = .good
        }
    }
}

/// The method that gave a figure.
public enum GaitMethod: String, Sendable, Hashable, Codable {
    /// The times of the contacts.
    case contacts
    /// The autocorrelation of the vertical acceleration: Moe-Nilssen and Helbostad 2004.
    case autocorrelation
    /// Even over odd harmonics of the vertical acceleration in a stride: Menz 2003.
    case harmonics
    /// The inverted pendulum: Zijlstra and Hof 2003.
    case invertedPendulum
    /// The rotation about the vertical: El-Gohary 2013.
    case verticalRotation
    /// Power from 3 to 8 Hz over that from 0.5 to 3 Hz: Moore 2008.
    case bandPower
    /// The spread of points about their mean: Prieto 1996.
    case sway
    /// The acceleration of a foot between two stances: Rampp 2015.
    case zeroVelocity
}

/// The reason for which there is no figure, and the remedy.
public enum Absence: Sendable, Hashable, CustomStringConvertible {
    case tooFewSteps(found: Int, needed: Int)
    case tooShort(seconds: Double, needed: Double)
    case tooManyLost(share: Double, allowed: Double)
    case rateTooLow(hertz: Double, needed: Double)
    case noGyroscope
    case noLegLength
    case sidesUnknown
    case stepTooHigh(metres: Double, legLength: Double)
    case walking(start: Double)
    case standing(variationInG: Double, needed: Double)
    case stillness

    public var description: String {
        switch self {
        case .tooFewSteps(let found, let needed):
            "there are \(found) steps that can be used, and this takes \(needed); record a longer walk"
        case .tooShort(let seconds, let needed):
            "there are \(rounded(seconds)) s, and this takes \(rounded(needed)) s; record for longer"
        case .tooManyLost(let share, let allowed):
            "\(rounded(100 * share)) % of the samples are missing, and this allows "
                + "\(rounded(100 * allowed)) %; see why the recording has lost them"
        case .rateTooLow(let hertz, let needed):
            "there are \(rounded(hertz)) samples a second, and this takes \(rounded(needed)); record "
                + "at a higher rate"
        case .noGyroscope:
            "the samples have no rotations; record the gyroscope too"
        case .noLegLength:
            "the length of the leg is unknown; give legLengthInMetres, from the hip to the ground"
        case .sidesUnknown:
            "left and right cannot be told apart in at least three steps of each; record the "
                + "gyroscope, and a longer walk"
        case .stepTooHigh(let metres, let legLength):
            "the sensor rises by \(rounded(metres)) m in a step, which no leg of "
                + "\(rounded(legLength)) m does; check legLengthInMetres and that readings are in g"
        case .walking(let start):
            "somebody walks there, since \(rounded(start)) s; give a time of standing"
        case .standing(let variation, let needed):
            "the vertical acceleration varies by \(rounded(1000 * variation)) mg, and below "
                + "\(rounded(1000 * needed)) mg there is no walking that could freeze"
        case .stillness:
            "nothing moves, not even by the noise of a sensor; check that it is switched on"
        }
    }

    /// Rounds to hundredths.
    private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

/// The mean and spread of some numbers.
public struct Spread: Sendable, Hashable {
    public var mean: Double
    /// The sample standard deviation, with n − 1 as the divisor.
    public var deviation: Double
    /// The number of values.
    public var count: Int

    /// The standard deviation as a share of the mean.
    public var coefficientOfVariation: Double { deviation / mean }

    /// `nil` for fewer than two values.
    init?(_ values: [Double]) {
        guard values.count >= 2 else { return nil }
        count = values.count
        let mean = values.reduce(0, +) / Double(count)
        self.mean = mean
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        deviation = (squares / Double(count - 1)).squareRoot()
    }
}
