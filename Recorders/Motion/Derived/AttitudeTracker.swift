// The filter beside the clock. Each reading turns the attitude for the time between its own instant and the
// last one's. A short hole is bridged as long as that helps. After a longer one the attitude is levelled
// anew: what is known of the gyroscope's bias and of the Earth's field stays.

internal import Orientation

/// Follows a sensor's attitude, but for north, from reading to reading.
struct AttitudeTracker {
    typealias Turn = TurnCourse.Turn

    /// What became of a reading.
    struct Intake: Equatable {
        /// Whether neither rotation nor acceleration was refused.
        var isWhole: Bool
        /// After a long hole: how many seconds of readings what was known of the attitude weighs.
        var trustInSeconds: Double?
    }

    /// The filter, with what it makes of the last reading.
    private(set) var filter: InclinationFilter
    /// How often it had to level anew after a long hole.
    private(set) var levellings = 0

    private var hasBegun = false
    /// How many updates a second the filter is made for.
    private var rateInHertz: Double
    private var course: TurnCourse

    /// The filter follows a period that differs by more, as a part of it.
    private static let otherRate = 0.1

    /// A tracker that knows nothing yet.
    ///
    /// - Parameter rate: How many readings a second there should be.
    init(rateInHertz rate: Double) {
        rateInHertz = FilterRate.possible(rate)
        course = TurnCourse(spanInSeconds: 1 / rateInHertz)
        filter = InclinationFilter(rateInHertz: rateInHertz)
    }

    /// Until when a reading at an instant has to wait for later ones, which tell how the rate was changing.
    ///
    /// - Parameter time: The instant.
    /// - Returns: The earliest instant of the next that tells; `nil` where none is needed.
    @inline(__always)
    func nextNeeded(at time: Int64) -> Int64? { course.nextNeeded(at: time) }

    /// Takes in one reading.
    ///
    /// - Parameters:
    ///   - turn: What the gyroscope read.
    ///   - accelerometer: `nil` where it is known only how the sensor turned.
    ///   - next: The gyroscope's next reading that tells how the rate was changing, if it was needed.
    ///   - period: How far readings are apart by now.
    /// - Returns: What became of it.
    @discardableResult
    mutating func update(
        _ turn: Turn,
        accelerometer: SIMD3<Double>?,
        next: Turn? = nil,
        periodInSeconds period: Double
    ) -> Intake {
        follow(period)
        let isTurn = InclinationFilter.isRotation(turn.rate)
        let (turnTime, trust) = isTurn ? pass(to: turn, next: next) : (course.spanInSeconds, nil)
        let refusedBefore = filter.refusedReadings
        filter.update(
            gyroscope: turn.rate,
            accelerometer: accelerometer,
            turnTimeInSeconds: turnTime
        )
        // What was refused has told nothing: there is a hole where it was.
        if isTurn { course.remember(turn) }
        return Intake(
            isWhole: filter.refusedReadings == refusedBefore,
            trustInSeconds: trust
        )
    }

    /// Makes the filter one for the rate at which readings come.
    private mutating func follow(_ period: Double) {
        if !hasBegun {
            hasBegun = true
            rateInHertz = FilterRate.possible(1 / period)
            course = TurnCourse(spanInSeconds: 1 / rateInHertz)
            filter = InclinationFilter(rateInHertz: rateInHertz)
        } else if abs(period * rateInHertz - 1) > Self.otherRate {
            rateInHertz = FilterRate.possible(1 / period)
            filter.change(toRateInHertz: rateInHertz)
        }
        course.follow(periodInSeconds: period)
    }

    /// Does what the time since the last reading asks for.
    ///
    /// - Returns: For how long this one turns, and what the attitude weighs after a long hole.
    private mutating func pass(to turn: Turn, next: Turn?) -> (Double, trustInSeconds: Double?) {
        switch course.passage(to: turn, next: next) {
        case .turn(let seconds):
            return (seconds, nil)
        case .bridge(let rates, let hole, let steps):
            let step = hole / Double(steps)
            for index in 0..<steps {
                let start = Double(index) * step
                filter.bridge(at: rates.mean(from: start, to: start + step), forSeconds: step)
            }
            return (course.spanInSeconds, nil)
        case .hole(let seconds, let rate):
            if let rate {
                // Near its ends the rate is known still.
                let end = TurnCourse.longestBridgeInSeconds / 2
                filter.bridge(at: rate, forSeconds: end)
                filter.bridge(at: turn.rate, forSeconds: end)
            }
            return (course.spanInSeconds, levelAnew(after: seconds))
        }
    }

    private mutating func levelAnew(after hole: Double) -> Double {
        levellings += 1
        let trust = Self.trust(afterSeconds: hole)
        filter.levelAnew(afterSeconds: hole, trustInSeconds: trust)
        return trust
    }

    /// How many seconds of readings the attitude weighs after a hole: less, the longer that was.
    static func trust(afterSeconds hole: Double) -> Double {
        let longest = TurnCourse.longestBridgeInSeconds
        let share = longest / max(hole, longest)
        return 0.02 * share * share * share
    }
}
