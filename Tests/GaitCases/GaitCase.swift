// Computed walks for the tests and the gait benchmark, in which each heel strike and each turn is known: plain ones,
// and those that are hard to read.

package import Gait
internal import RandomWords
package import WalkSource

/// A computed walk, with a sensor at one placement.
package struct GaitCase: Sendable, CustomStringConvertible {
    package var name: String
    /// Whether a healthy person walks evenly, with the sensor at the low back.
    package var isPlain = false
    package var walker: Walker
    package var placement = WalkPlacement.lowBack
    package var rateInHertz = 100.0
    package var seconds = 62.0
    /// The share of the samples that are missing, at random.
    package var lostShare = 0.0
    package var errors = InertialUnitErrors.consumer
    package var seed: UInt64 = 7

    package var description: String { name }

    package init(_ name: String, isPlain: Bool = false, change: (inout Self) -> Void = { _ in }) {
        self.name = name
        self.isPlain = isPlain
        walker = Walker()
        change(&self)
    }

    /// Sets the pace.
    package mutating func walk(stepsAMinute cadence: Double, of length: Double) {
        walker.cadenceInStepsPerMinute = cadence
        walker.stepLengthInMetres = length
    }

    /// Changes how the walk differs from a healthy adult's.
    package mutating func mannered(_ change: (inout WalkManner) -> Void) {
        var manner = walker.manner ?? WalkManner()
        change(&manner)
        walker.manner = manner
    }

    /// Follows a course that is straight between its turns.
    package mutating func follow(_ course: WalkCourse) {
        walker.pathCurvaturePerMetre = 0
        walker.course = course
    }

    /// Computes the readings, and the true heel strikes and turns.
    ///
    /// - Returns: The readings with the true events.
    /// - Throws: If the walk or its rate is impossible.
    package func walked() throws -> WalkedCase { try WalkedCase(self) }
}

/// The samples of a computed walk, and its true heel strikes and turns.
package struct WalkedCase: Sendable {
    package var samples: [GaitSample] = []
    package let walk: SyntheticWalk
    /// The heel strikes, except one that the end of the samples cuts off.
    package let strikes: [(seconds: Double, side: FootContact.Side)]
    /// The turns of the course: start, end, and angle in radians.
    package let turns: [(start: Double, end: Double, angle: Double)]

    fileprivate init(_ description: GaitCase) throws {
        let rate = description.rateInHertz
        walk = try SyntheticWalk(
            SyntheticWalkDescription(
                seed: description.seed,
                walker: description.walker,
                errors: description.errors
            )
        )
        guard let grid = SamplingGrid(rateInHertz: rate) else {
            throw SyntheticWalkRateError(rateInHertz: rate)
        }
        var sensor = SyntheticSensor(walk: walk, placement: description.placement, grid: grid)
        var random = RandomWords(seed: description.seed)
        for index in 0..<Int(description.seconds * rate) {
            let isLost = Double.random(in: 0..<1, using: &random) < description.lostShare
            guard !isLost else { continue }
            let reading = sensor.reading(ofSample: index)
            samples.append(
                GaitSample(
                    seconds: Double(reading.nanosecondsFromStart) / 1e9,
                    acceleration: reading.specificForceInG,
                    rotation: reading.angularRateInRadiansPerSecond
                )
            )
        }
        let step = description.walker.stepDurationInSeconds
        let strikes = walk.events(beforeSeconds: description.seconds - step / 2)
            .filter { $0.kind == .heelStrike }
        self.strikes = strikes.map { ($0.secondsFromStart, $0.foot == .left ? .left : .right) }
        turns = (description.walker.course?.turns ?? []).compactMap { turn in
            let end = turn.afterStep + turn.steps - 1
            guard strikes.indices.contains(end), turn.afterStep > 0 else { return nil }
            return (
                strikes[turn.afterStep - 1].secondsFromStart, strikes[end].secondsFromStart,
                turn.angleInDegrees * .pi / 180
            )
        }
    }
}

/// The sensor cannot sample at this rate.
struct SyntheticWalkRateError: Error {
    var rateInHertz: Double
}
