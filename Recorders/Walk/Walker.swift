// Who walks, where and how: the numbers of the model in one place, in the units of gait laboratories.

/// Where on the body a synthetic sensor sits.
public enum WalkPlacement: String, Sendable, CaseIterable, Codable {
    case lowBack
    case leftFoot
    case rightFoot
    case sternum
    case leftThigh
    case leftWrist

    /// Where a recording of the walk has sensors unless it is told otherwise.
    public static let usual: [WalkPlacement] = [.lowBack, .leftFoot, .rightFoot]
}

/// One of the two feet.
public enum Foot: String, Sendable, CaseIterable, Codable {
    case left
    case right
}

/// A person who stands still, then walks at an even pace; the defaults are a healthy adult.
public struct Walker: Sendable, Equatable, Codable {
    /// Steps a minute, both feet counted.
    public var cadenceInStepsPerMinute = 110.0
    /// From one foot's heel strike to the other's, along the path.
    public var stepLengthInMetres = 0.66
    public var heightInMetres = 1.72
    /// From the middle of one foot to the middle of the other, across the path.
    public var stepWidthInMetres = 0.10
    /// Standing still before the first heel rises.
    public var standingInSeconds = 2.0
    /// Spread (standard deviation) of the duration of a step, as a share of it; up to 0.05.
    public var stepTimeVariability = 0.02
    /// Spread of the length of a step, as a share of it; up to 0.1.
    public var stepLengthVariability = 0.02
    /// Where the walker faces at the start, to the left (seen from above) of magnetic north.
    public var initialHeadingInDegrees = 30.0
    /// How much the path bends to the left: 1/8 is a circle of 8 m, 0 a straight line.
    public var pathCurvaturePerMetre = 0.125
    /// How unlike a healthy adult's the walk is; a healthy adult's without it.
    public var manner: WalkManner?
    /// Where the walk turns and climbs; without it only along the path's curvature.
    public var course: WalkCourse?

    /// A healthy adult who walks a circle of 8 m.
    public init() {}

    /// The mean duration of a step.
    public var stepDurationInSeconds: Double { 60 / cadenceInStepsPerMinute }

    /// The first thing about these numbers that no walk can have, in words, or nil.
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

    /// One foot is always on the ground: double support lasts 0.24 of a step, and three spreads of two strikes, with
    /// what the manner adds, are no more.
    private var strayComplaint: String? {
        guard let manner else { return nil }
        let stray = 6 * stepTimeVariability / 2.0.squareRoot() + manner.greatestStray
        guard stray > 2 * (StepPlan.toeOffShare - 0.5) + 1e-9 else { return nil }
        return
            "the walker's steps are so uneven that both feet would leave the ground; give a smaller "
            + "stepTimeVariability, stepTimeAsymmetry or tempoSwing"
    }
}
