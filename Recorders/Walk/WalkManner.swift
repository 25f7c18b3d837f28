// How a walk differs from that of healthy adults, in ways that make contacts hard to detect. A walk without a
// manner is the same, bit for bit, as in versions of this project that had no manners.

internal import Orientation

/// How a walk differs from a healthy adult's.
public struct WalkManner: Sendable, Equatable, Codable {
    /// How high feet and body are lifted, as a share of the usual: below 1 for a shuffling gait.
    public var liftShare = 1.0
    /// How much longer the steps that end on the right foot take, as a share of the mean step.
    public var stepTimeAsymmetry = 0.0
    /// The share of a step by which its duration rises and falls in slow waves.
    public var tempoSwing = 0.0
    /// The length of such a wave in steps.
    public var tempoSwingInSteps = 14.0

    /// The manner of a healthy adult.
    public init() {}

    /// How many beats late a strike is.
    func lateness(ofStrike index: Int) -> Double {
        let wave = tempoSwing * tempoSwingInSteps / (2 * .pi)
        let turns = 2 * Double(index) / tempoSwingInSteps
        return (index.isMultiple(of: 2) ? -1 : 1) * stepTimeAsymmetry / 4
            + wave * PortableMath.sineAndCosine(halfTurns: turns).sine
    }

    /// The greatest deviation of a strike's time, in beats, relative to the strikes around it.
    var greatestStray: Double {
        let bend = 2 * .pi / tempoSwingInSteps
        return stepTimeAsymmetry.magnitude / 2 + tempoSwing * bend
    }

    /// The first reason why no walk can have these numbers, as text; nil if there is none.
    var complaint: String? {
        RangeCheck.firstComplaint(
            about: "the walker's manner",
            [
                ("liftShare", liftShare, 0.05...1.5),
                ("stepTimeAsymmetry", stepTimeAsymmetry, -0.4...0.4),
                ("tempoSwing", tempoSwing, 0...0.3),
                ("tempoSwingInSteps", tempoSwingInSteps, 8...1000),
            ]
        )
    }
}

/// Checks whether numbers are within their ranges.
enum RangeCheck {
    static func firstComplaint(
        about subject: String,
        _ checks: [(name: String, value: Double, allowed: ClosedRange<Double>)]
    ) -> String? {
        for check in checks where !check.allowed.contains(check.value) {
            return "\(subject)'s \(check.name) is \(check.value); give a value from "
                + "\(check.allowed.lowerBound) to \(check.allowed.upperBound)"
        }
        return nil
    }
}
