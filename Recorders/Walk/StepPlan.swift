// When each heel strikes and where it lands: everything else about the walk follows from these.
// Strike n is computed from n alone, so any instant of a walk of any length is reached at once.

internal import Orientation

/// The strikes of a walk: odd ones are the right foot's, which steps first, even ones the left's.
struct StepPlan: Sendable {
    let walker: Walker
    private let course: CoursePath?
    /// The mean duration of a step.
    let beat: Double
    /// When strike 0, at which nothing moves, would have been.
    let origin: Double
    private let timeJitter: RandomSequence
    private let lengthJitter: RandomSequence

    /// Walking starts this many steps before `origin`: when the first heel rises.
    static let stepsFromStartToOrigin = 0.3
    /// The stance of a foot ends, at toe-off, after this share of its stride.
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

    /// When strike `index` is; strikes up to 0 never happened and stand for the feet at rest.
    func strikeTime(_ index: Int) -> Double {
        let even = origin + Double(index) * beat
        guard index > 0 else { return even }
        // An interval's spread is √2 of its ends' spread.
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

    /// The time from one strike to the next.
    struct Step {
        /// The strike that it begins with; 0 stands for the feet at rest.
        var index: Int
        var start: Double
        var end: Double
    }

    /// The step that an instant falls in.
    func step(at seconds: Double) -> Step {
        // A strike strays by less than half a beat, but for slow waves of the tempo: this guess is wrong by few.
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

    /// The last strike of one foot not later than `seconds`; -1 or 0 while it still stands.
    func lastStrike(of foot: Foot, at seconds: Double) -> Int {
        let last = step(at: seconds).index
        return Self.foot(ofStrike: last) == foot ? last : last - 1
    }

    /// Counts steps smoothly: n exactly at strike n, with two derivatives everywhere.
    ///
    /// - Parameters:
    ///   - seconds: The instant.
    ///   - step: The step that it falls in.
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

    /// The point of the path at this progress, and the heading there in radians.
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

    /// How high the ground is where the foot of strike `index` lands.
    func elevation(ofStrike index: Int) -> Double { course?.elevation(ofStrike: index) ?? 0 }

    /// How much higher the body is than on level ground, where the walk has climbed or will.
    func climb(at phase: Jet) -> Jet? { course?.climb(at: phase) }

    /// How much of its usual movement the body makes there: less in short steps; `nil` where all steps are usual.
    func vigourShare(at phase: Jet) -> Jet? {
        course.map { 0.6 * $0.lengthShare(at: walker.stepLengthInMetres * phase) + 0.4 }
    }

    // Whatever the dice say, steps go forward and one foot is always on the ground: at the greatest
    // variability a strike moves by 0.11 of a step, and double support lasts 0.24 of one.
    private func clipped(_ normal: Double) -> Double { min(max(normal, -3), 3) }
}

/// The random streams of one seed, so that no two uses share one.
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
