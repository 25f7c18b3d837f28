// Where a walk deviates from a straight and level path: it turns, perhaps on the spot, and climbs stairs. Positions
// are counted in steps, so the course can be walked slowly or quickly.

/// The turns and flights of stairs of a walk, which is straight and level between them.
public struct WalkCourse: Sendable, Equatable, Codable {
    /// A turn of the whole body.
    public struct Turn: Sendable, Equatable, Codable {
        /// The step after which it begins.
        public var afterStep: Int
        /// How many steps it takes.
        public var steps: Int
        /// The angle; positive to the left, seen from above.
        public var angleInDegrees: Double
        /// The length of these steps as a share of the usual length: 0 on the spot.
        public var stepLengthShare: Double

        /// A turn; by default on the spot.
        public init(
            afterStep: Int,
            steps: Int,
            angleInDegrees: Double,
            stepLengthShare: Double = 0
        ) {
            self.afterStep = afterStep
            self.steps = steps
            self.angleInDegrees = angleInDegrees
            self.stepLengthShare = stepLengthShare
        }
    }

    /// A flight of stairs, one stair for each step.
    public struct Flight: Sendable, Equatable, Codable {
        /// The step after which it begins.
        public var afterStep: Int
        /// The number of stairs.
        public var steps: Int
        /// The height of each stair; negative if they go down.
        public var riseInMetres: Double
        /// The depth of each stair, as a share of the usual step length.
        public var stepLengthShare: Double

        /// A flight of stairs; by default with the dimensions usual in houses.
        public init(
            afterStep: Int,
            steps: Int,
            riseInMetres: Double = 0.17,
            stepLengthShare: Double = 0.45
        ) {
            self.afterStep = afterStep
            self.steps = steps
            self.riseInMetres = riseInMetres
            self.stepLengthShare = stepLengthShare
        }
    }

    public var turns: [Turn]
    public var flights: [Flight]

    /// A course with these turns and stairs.
    public init(turns: [Turn] = [], flights: [Flight] = []) {
        self.turns = turns
        self.flights = flights
    }

    /// The course's parts in order: the first and last step of each, and the length of its steps.
    var parts: [(start: Int, end: Int, lengthShare: Double)] {
        (turns.map { ($0.afterStep, $0.afterStep + $0.steps, $0.stepLengthShare) }
            + flights.map { ($0.afterStep, $0.afterStep + $0.steps, $0.stepLengthShare) })
            .sorted { $0.0 < $1.0 }
    }

    private static let mostParts = 100
    private static let starts = 3.0...1e6
    private static let lengths = 1.0...100
    /// How many steps a part needs to fade in or out, half of them before its boundary and half after it.
    private static let stepsBetween = 1

    /// The first reason why no walk can have this course, as text; nil if there is none.
    func complaint(besideCurvature curvature: Double) -> String? {
        guard curvature == 0 else {
            return "the walker's course goes straight between its turns; give a "
                + "pathCurvaturePerMetre of 0 with it, not \(curvature)"
        }
        guard turns.count + flights.count <= Self.mostParts else {
            return
                "the walker's course has more than \(Self.mostParts) turns and flights; give fewer"
        }
        for (index, turn) in turns.enumerated() {
            let complaint = RangeCheck.firstComplaint(
                about: "the course's turn \(index + 1)",
                [
                    ("afterStep", Double(turn.afterStep), Self.starts),
                    ("steps", Double(turn.steps), Self.lengths),
                    ("angleInDegrees", turn.angleInDegrees, -3600...3600),
                    ("stepLengthShare", turn.stepLengthShare, 0...1),
                ]
            )
            if let complaint { return complaint }
        }
        for (index, flight) in flights.enumerated() {
            let complaint = RangeCheck.firstComplaint(
                about: "the course's flight \(index + 1)",
                [
                    ("afterStep", Double(flight.afterStep), Self.starts),
                    ("steps", Double(flight.steps), Self.lengths),
                    ("riseInMetres", flight.riseInMetres, -0.3...0.3),
                    ("stepLengthShare", flight.stepLengthShare, 0.1...1),
                ]
            )
            if let complaint { return complaint }
        }
        for (part, next) in zip(parts, parts.dropFirst())
        where next.start < part.end + Self.stepsBetween {
            return
                "the course has a turn or stairs after step \(next.start), before those after step "
                + "\(part.start) are over; leave a step between them"
        }
        return nil
    }
}
