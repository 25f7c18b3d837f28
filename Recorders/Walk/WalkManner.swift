// How somebody walks who does not walk as healthy adults do: what makes contacts hard to find. A walker without a
// manner walks as before, bit for bit.

internal import Orientation

/// How unlike a healthy adult's a walk is.
public struct WalkManner: Sendable, Equatable, Codable {
    /// How high feet and body are lifted, as a share of the usual: somebody who shuffles lifts them by less.
    public var liftShare = 1.0
    /// How much longer the steps that end on the right foot take, as a share of the mean step.
    public var stepTimeAsymmetry = 0.0
    /// By which share of a step the duration of steps grows and shrinks, in slow waves.
    public var tempoSwing = 0.0
    /// How many steps such a wave has.
    public var tempoSwingInSteps = 14.0

    /// The manner of a healthy adult.
    public init() {}

    /// By how many beats a strike is late.
    func lateness(ofStrike index: Int) -> Double {
        let wave = tempoSwing * tempoSwingInSteps / (2 * .pi)
        let turns = 2 * Double(index) / tempoSwingInSteps
        return (index.isMultiple(of: 2) ? -1 : 1) * stepTimeAsymmetry / 4
            + wave * PortableMath.sineAndCosine(halfTurns: turns).sine
    }

    /// How much sooner, in beats, a foot can strike later than it should beside the strikes around it.
    var greatestStray: Double {
        let bend = 2 * .pi / tempoSwingInSteps
        return stepTimeAsymmetry.magnitude / 2 + tempoSwing * bend
    }

    /// The first thing about these numbers that no walk can have, in words, or nil.
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

/// Says which of some numbers is out of its range.
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
