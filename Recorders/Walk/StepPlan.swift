// Plans when each heel strikes and where it lands; everything else in the walk follows from this. Strike n is
// computed from n alone, so any instant of a walk of any length can be computed directly.

internal import Orientation

/// The strikes of a walk: odd ones are the right foot's, which steps first, even ones the left foot's.
struct StepPlan: Sendable {
    let walker: Walker
    private let course: CoursePath?
    /// The mean duration of a step.
    let beat: Double
    /// When strike 0 would have been; it does not move a foot.
    let origin: Double
    private let timeJitter: RandomSequence
    private let lengthJitter: RandomSequence

    /// Walking begins this many steps before `origin`, when the first heel rises.
    static let stepsFromStartToOrigin = 0.3
    /// The stance of a foot ends, with toe-off, after this share of its stride.
    static let toeOffShare = 0.62

    init(walker: Walker, seed: UInt64) {
        self.walker = walker
        course = walker.course.map { CoursePath($0, walker: walker) }
        beat = walker.stepDurationInSeconds
        origin = walker.standingInSeconds + Self.stepsFromStartToOrigin * beat
        timeJitter = RandomSequence(seed: seed, stream: Stream.stepTime)
        lengthJitter = RandomSequence(seed: seed, stream: Stream.stepLength)
    }

    static func foot(ofStrike index: Int) -> Foot {
        index.isMultiple(of: 2) ? .left : .right
    }

    /// The time of strike `index`; strikes up to 0 never happen and stand for the feet at rest.
    func strikeTime(_ index: Int) -> Double {
        let even = origin + Double(index) * beat
        guard index > 0 else { return even }
        // The spread of an interval is √2 times the spread of its ends.
        let spread = walker.stepTimeVariability * beat / 2.0.squareRoot()
        let jittered = even + spread * clipped(timeJitter.normalPair(at: UInt64(index)).0)
        guard let manner = walker.manner else { return jittered }
        return jittered + beat * manner.lateness(ofStrike: index)
    }

    /// How far along the path the foot of strike `index` lands.
    func strikeProgress(_ index: Int) -> Double {
        guard index > 0 else { return 0 }
        let spread = walker.stepLengthVariability * walker.stepLengthInMetres / 2.0.squareRoot()
        return Double(index) * walker.stepLengthInMetres
            + spread * clipped(lengthJitter.normalPair(at: UInt64(index)).0)
    }

    /// When the foot that struck at `index` leaves the ground again.
    func toeOffTime(_ index: Int) -> Double {
        let strike = strikeTime(index)
        return strike + Self.toeOffShare * (strikeTime(index + 2) - strike)
    }

    /// The time between two successive strikes.
    struct Step {
        /// The index of the strike with which it begins; 0 stands for the feet at rest.
        var index: Int
        var start: Double
        var end: Double
    }

    /// The step that contains an instant.
    func step(at seconds: Double) -> Step {
        // A strike deviates by less than half a beat, apart from slow waves of the tempo. So this guess is off
        // by few steps.
        let index = max(0, Int(((seconds - origin) / beat).rounded(.down)))
        var step = Step(index: index, start: strikeTime(index), end: strikeTime(index + 1))
        while step.end <= seconds {
            step = Step(index: step.index + 1, start: step.end, end: strikeTime(step.index + 2))
        }
        while step.index > 0, step.start > seconds {
            step = Step(index: step.index - 1, start: strikeTime(step.index - 1), end: step.start)
        }
        return step
    }

    /// The last strike of one foot not later than `seconds`; -1 or 0 while the foot is still at rest.
    func lastStrike(of foot: Foot, at seconds: Double) -> Int {
        let last = step(at: seconds).index
        return Self.foot(ofStrike: last) == foot ? last : last - 1
    }

    /// Counts steps continuously: exactly n at strike n, with two derivatives everywhere.
    ///
    /// - Parameters:
    ///   - seconds: The instant.
    ///   - step: The step that contains it.
    /// - Returns: The phase with its derivatives.
    func phase(at seconds: Double, in step: Step) -> Jet {
        let time = Jet(seconds, rate: 1)
        let even = (1 / beat) * (time - origin)
        guard seconds > origin else { return even }
        let before = Double(step.index) - (step.start - origin) / beat
        let after = Double(step.index + 1) - (step.end - origin) / beat
        let within = (1 / (step.end - step.start)) * (time - step.start)
        return even + before + (after - before) * within.smoothStep()
    }

    /// The position and the heading, in radians, at this progress.
    func path(at progress: Jet) -> (x: Jet, y: Jet, heading: Jet) {
        if let course { return course.point(at: progress) }
        let start = walker.initialHeadingInDegrees * .pi / 180
        let curvature = walker.pathCurvaturePerMetre
        let heading = curvature * progress + start
        let (sine0, cosine0) = PortableMath.sineAndCosine(radians: start)
        guard abs(curvature) > 1e-6 else {
            return (cosine0 * progress, sine0 * progress, heading)
        }
        let (sine, cosine) = heading.sineAndCosineOfRadians()
        return (
            (1 / curvature) * (sine - sine0),
            (-1 / curvature) * (cosine - cosine0),
            heading
        )
    }

    /// The height of the ground where the foot of strike `index` lands.
    func elevation(ofStrike index: Int) -> Double { course?.elevation(ofStrike: index) ?? 0 }

    /// How much higher the body is than on level ground because of stairs; `nil` for a walk without a course.
    func climb(at phase: Jet) -> Jet? { course?.climb(at: phase) }

    /// The share of the body's usual movement: less in short steps; `nil` for a walk without a course.
    func vigourShare(at phase: Jet) -> Jet? {
        course.map { 0.6 * $0.lengthShare(at: walker.stepLengthInMetres * phase) + 0.4 }
    }

    // Limits the random deviation, so that steps always go forward and one foot is always on the ground: at the
    // greatest variability, a strike moves by 0.11 of a step, and double support lasts 0.24 of one.
    private func clipped(_ normal: Double) -> Double { min(max(normal, -3), 3) }
}

/// The random streams of one seed; each use has its own.
enum Stream {
    static let stepTime: UInt64 = 1
    static let stepLength: UInt64 = 2

    static func of(_ placement: WalkPlacement, _ use: UInt64) -> UInt64 {
        switch placement {
        case .lowBack: 0x100 + use
        case .leftFoot: 0x200 + use
        case .rightFoot: 0x300 + use
        case .sternum: 0x400 + use
        case .leftThigh: 0x500 + use
        case .leftWrist: 0x600 + use
        }
    }
}
