// The person who walks, and how and where: the parameters of the model in one place, in the units of gait
// laboratories.

/// Where on the body a synthetic sensor is worn.
public enum WalkPlacement: String, Sendable, CaseIterable, Codable {
    case lowBack
    case leftFoot
    case rightFoot
    case sternum
    case leftThigh
    case leftWrist

    /// The placements of the sensors in a recording of the walk by default.
    public static let usual: [WalkPlacement] = [.lowBack, .leftFoot, .rightFoot]
}

/// One of the two feet.
public enum Foot: String, Sendable, CaseIterable, Codable {
    case left
    case right
}

/// A person who stands still and then walks at an even pace; by default a healthy adult.
public struct Walker: Sendable, Equatable, Codable {
    /// Cadence in steps a minute, counting both feet.
    public var cadenceInStepsPerMinute = 110.0
    /// The distance from one foot's heel strike to the other's, along the path.
    public var stepLengthInMetres = 0.66
    public var heightInMetres = 1.72
    /// The distance between the middles of both feet, across the path.
    public var stepWidthInMetres = 0.10
    /// The time of standing before the first heel rises.
    public var standingInSeconds = 2.0
    /// The spread (standard deviation) of a step's duration, as a share of it; up to 0.05.
    public var stepTimeVariability = 0.02
    /// The spread of a step's length, as a share of it; up to 0.1.
    public var stepLengthVariability = 0.02
    /// The direction that the walker faces at the start, counted from magnetic north to the left (seen from
    /// above).
    public var initialHeadingInDegrees = 30.0
    /// The curvature of the path to the left: 1/8 is a circle with a radius of 8 m, 0 a straight line.
    public var pathCurvaturePerMetre = 0.125
    /// How the walk differs from a healthy adult's; by default not at all.
    public var manner: WalkManner?
    /// Where the walk turns and climbs; by default it only follows the path's curvature.
    public var course: WalkCourse?

    /// A healthy adult who walks a circle with a radius of 8 m.
    public init() {}

    /// The mean duration of a step.
    public var stepDurationInSeconds: Double { 60 / cadenceInStepsPerMinute }

    /// The first reason why no walk can have these numbers, as text; nil if there is none.
    public var complaint: String? {
        let checks: [(name: String, value: Double, allowed: ClosedRange<Double>)] = [
            ("cadenceInStepsPerMinute", cadenceInStepsPerMinute, 20...240),
            ("stepLengthInMetres", stepLengthInMetres, 0.05...1.5),
            ("heightInMetres", heightInMetres, 0.5...2.5),
            ("stepWidthInMetres", stepWidthInMetres, 0...0.5),
            ("standingInSeconds", standingInSeconds, 0...86_400),
            ("stepTimeVariability", stepTimeVariability, 0...0.05),
            ("stepLengthVariability", stepLengthVariability, 0...0.1),
            ("initialHeadingInDegrees", initialHeadingInDegrees, -360...360),
            ("pathCurvaturePerMetre", pathCurvaturePerMetre, -1...1),
        ]
        return RangeCheck.firstComplaint(about: "the walker", checks) ?? manner?.complaint
            ?? strayComplaint ?? course?.complaint(besideCurvature: pathCurvaturePerMetre)
    }

    /// A complaint if both feet could leave the ground: double support lasts 0.24 of a step.
    ///
    /// Three spreads of two strikes, plus what the manner adds, must not exceed that.
    private var strayComplaint: String? {
        guard let manner else { return nil }
        let stray = 6 * stepTimeVariability / 2.0.squareRoot() + manner.greatestStray
        guard stray > 2 * (StepPlan.toeOffShare - 0.5) + 1e-9 else { return nil }
        return
            "the walker's steps are so uneven that both feet would leave the ground; give a smaller "
            + "stepTimeVariability, stepTimeAsymmetry or tempoSwing"
    }
}
