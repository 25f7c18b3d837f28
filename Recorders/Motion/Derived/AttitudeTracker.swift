// Runs the attitude filter over readings with uneven distances. Each reading turns the attitude for the time since
// the previous one. A hole is a time without readings. A short hole is bridged; after a longer one the attitude is
// levelled again, while the estimates of the gyroscope's bias and of the Earth's magnetic field are kept.

internal import Orientation

/// Follows a sensor's attitude, without north, from reading to reading.
struct AttitudeTracker {
    typealias Turn = TurnCourse.Turn

    /// The result of processing a reading.
    struct Intake: Equatable {
        /// False if the filter refused the rotation or the acceleration.
        var isWhole: Bool
        /// After a long hole: the weight of the attitude from before it, as a number of seconds of readings.
        var trustInSeconds: Double?
    }

    /// The filter, with its state after the last reading.
    private(set) var filter: InclinationFilter
    /// How often the attitude was levelled again after a long hole.
    private(set) var levellings = 0

    private var hasBegun = false
    /// The rate for which the filter is tuned, in updates a second.
    private var rateInHertz: Double
    private var course: TurnCourse

    /// The filter is retuned if the period differs by more than this part.
    private static let otherRate = 0.1

    /// A tracker before its first reading.
    ///
    /// - Parameter rate: The expected number of readings a second.
    init(rateInHertz rate: Double) {
        rateInHertz = FilterRate.possible(rate)
        course = TurnCourse(spanInSeconds: 1 / rateInHertz)
        filter = InclinationFilter(rateInHertz: rateInHertz)
    }

    /// The instant up to which a reading must wait for later ones, which show how the rate of rotation was
    /// changing.
    ///
    /// - Parameter time: The reading's instant.
    /// - Returns: The earliest instant from which a later reading shows that; `nil` if none is needed.
    @inline(__always)
    func nextNeeded(at time: Int64) -> Int64? { course.nextNeeded(at: time) }

    /// Processes one reading.
    ///
    /// - Parameters:
    ///   - turn: The gyroscope's reading.
    ///   - accelerometer: The acceleration; `nil` if only the rotation is known.
    ///   - next: The gyroscope's next reading that shows how the rate was changing, if one was needed.
    ///   - period: The present distance between readings.
    /// - Returns: Whether the filter accepted the reading, and the attitude's weight after a long hole.
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
        // A refused reading shows nothing, so its time counts as part of a hole.
        if isTurn { course.remember(turn) }
        return Intake(
            isWhole: filter.refusedReadings == refusedBefore,
            trustInSeconds: trust
        )
    }

    /// Tunes the filter to the rate at which readings arrive.
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

    /// Bridges or skips the time since the last reading, if that is longer than a period.
    ///
    /// - Returns: For how long this reading turns the attitude, and the attitude's weight after a long hole.
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
                // Near the hole's ends the rate is still known, so the attitude is turned by it there.
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

    /// The weight of the attitude after a hole, as seconds of readings: the longer the hole, the less.
    static func trust(afterSeconds hole: Double) -> Double {
        let longest = TurnCourse.longestBridgeInSeconds
        let share = longest / max(hole, longest)
        return 0.02 * share * share * share
    }
}
