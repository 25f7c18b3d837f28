// Computes the path of a course. Heading and step length are smooth functions of the progress along it, and the
// position is their integral. Between two knots both are polynomials. So five-point Gauss quadrature over short
// panels gives the position almost to the last digit, and its derivatives are exact.

internal import Orientation

/// The path of a walk that turns and climbs stairs.
struct CoursePath: Sendable {
    private let shape: CourseShape
    private let flights: [WalkCourse.Flight]
    private let panels: [Panel]

    /// A piece of the path: its start as progress, in metres of usual steps, and the position there.
    private struct Panel: Sendable {
        var start: Double
        var place: SIMD2<Double>
    }

    private static let panelsAStep = 4
    private static let points = [0, 0.538469310105683, 0.906179845938664]
    private static let weights = [0.568888888888889, 0.478628670499366, 0.236926885056189]

    init(_ course: WalkCourse, walker: Walker) {
        shape = CourseShape(course, walker: walker)
        flights = course.flights
        // Where the path is straight and steps are usual, one panel may have any length.
        var panels = [Panel(start: 0, place: .zero)]
        for part in shape.parts {
            let first = Double(part.start) - 0.5
            for index in 0...(part.end - part.start + 1) * Self.panelsAStep {
                let knot = (first + Double(index) / Double(Self.panelsAStep)) * shape.stepLength
                let last = panels[panels.count - 1]
                guard knot > last.start else { continue }
                let place = last.place + Self.travelled(from: last.start, to: knot, along: shape)
                panels.append(Panel(start: knot, place: place))
            }
        }
        self.panels = panels
    }

    /// The position and the heading at this progress.
    func point(at progress: Jet) -> (x: Jet, y: Jet, heading: Jet) {
        let panel = panel(at: progress.value)
        let place =
            panel.place + Self.travelled(from: panel.start, to: progress.value, along: shape)
        let here = Jet(progress.value, rate: 1)
        let share = shape.lengthShare(at: here)
        let along = shape.heading(at: here).sineAndCosineOfRadians()
        let x = share * along.cosine
        let y = share * along.sine
        return (
            progress.mapped(place.x, x.value, x.rate),
            progress.mapped(place.y, y.value, y.rate),
            shape.heading(at: progress)
        )
    }

    /// The length of steps as a share of the usual length.
    func lengthShare(at progress: Jet) -> Jet { shape.lengthShare(at: progress) }

    private func panel(at progress: Double) -> Panel {
        var (low, high) = (0, panels.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if panels[middle].start <= progress { low = middle } else { high = middle }
        }
        return panels[low]
    }

    private static func travelled(
        from start: Double,
        to end: Double,
        along shape: CourseShape
    ) -> SIMD2<Double> {
        let half = (end - start) / 2
        func velocity(_ point: Double) -> SIMD2<Double> {
            let here = Jet(start + half * (1 + point))
            let (sine, cosine) = PortableMath.sineAndCosine(
                radians: shape.heading(at: here).value
            )
            return shape.lengthShare(at: here).value * SIMD2(cosine, sine)
        }
        var sum = weights[0] * velocity(points[0])
        for index in 1..<points.count {
            sum += weights[index] * (velocity(points[index]) + velocity(-points[index]))
        }
        return half * sum
    }

    /// The height of the ground where the foot of strike `index` lands.
    func elevation(ofStrike index: Int) -> Double {
        flights.reduce(0) { height, flight in
            height + flight.riseInMetres
                * Double(min(max(index - flight.afterStep, 0), flight.steps))
        }
    }

    /// The uneven share of the climb: the body rises while one leg lifts it, and falls onto the next.
    private static let unevenness = 0.6

    /// How much higher the body is than on level ground: the mean height of both feet, plus waves.
    func climb(at phase: Jet) -> Jet {
        var height = Jet(0)
        for flight in flights {
            let into = phase - Double(flight.afterStep)
            let out = phase - Double(flight.afterStep + flight.steps)
            let ramp = into.integralOfSmoothStep() - out.integralOfSmoothStep()
            let within = into.smoothStep() - out.smoothStep()
            // The rise is fastest in the middle of a step upstairs, and before the foot comes down downstairs.
            let wave = 2.0 * (phase - (flight.riseInMetres > 0 ? 0.05 : 0.35))
            let uneven =
                (Self.unevenness / (2 * .pi)) * within * wave.sineAndCosineOfHalfTurns().sine
            height = height + flight.riseInMetres * (ramp - uneven)
        }
        return height
    }
}

/// The heading and the step length of a course, as functions of the progress in metres of usual steps.
private struct CourseShape: Sendable {
    let stepLength: Double
    let parts: [(start: Int, end: Int, lengthShare: Double)]
    private let turns: [WalkCourse.Turn]
    private let start: Double

    init(_ course: WalkCourse, walker: Walker) {
        stepLength = walker.stepLengthInMetres
        parts = course.parts
        turns = course.turns
        start = walker.initialHeadingInDegrees * .pi / 180
    }

    func heading(at progress: Jet) -> Jet {
        var heading = Jet(start)
        for turn in turns {
            let share =
                (1 / (stepLength * Double(turn.steps)))
                * (progress - stepLength * Double(turn.afterStep))
            heading = heading + (turn.angleInDegrees * .pi / 180) * share.smoothStep()
        }
        return heading
    }

    /// The step length: each part's share within the part, 1 outside, with transitions over one step.
    func lengthShare(at progress: Jet) -> Jet {
        let steps = (1 / stepLength) * progress
        var share = Jet(1)
        for part in parts {
            let within =
                (steps - (Double(part.start) - 0.5)).smoothStep()
                - (steps - (Double(part.end) - 0.5)).smoothStep()
            share = share + (part.lengthShare - 1) * within
        }
        return share
    }
}
