// The filter beside the clock. Each reading turns the attitude for the time between its own instant and the
// last one's. A reading tells how the sensor turned in one period; what is between it and the last one
// beyond that is a hole, which is bridged as long as that helps. After a longer one the attitude is levelled
// anew: what is known of the gyroscope's bias and of the Earth's field stays.

internal import Orientation

/// Follows a sensor's attitude, but for north, from reading to reading.
struct AttitudeTracker {
    /// What the gyroscope read, and when.
    struct Turn {
        var rate: SIMD3<Double>
        var time: Int64
    }

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
    /// How much time one reading tells of.
    private var spanInSeconds: Double
    private var last: Turn?
    /// Readings that are far enough apart to show how the rate was changing: the newest such, and one before it.
    private var trail: (newer: Turn?, older: Turn?)

    /// The longest hole that is bridged: beyond, a guess of the turn is worse than none.
    private static let longestBridgeInSeconds = 0.2
    /// A clock that was set back by no more says nothing of a hole.
    private static let longestSetBackInSeconds = 1.0
    /// A part of a period that is no hole: instants tremble.
    private static let tremble = 0.25
    /// Two readings show how the rate is changing if they are no farther apart, in periods, and no nearer, for of
    /// fast sensors two neighbours differ by noise.
    private static let near = 4.0
    private static let nearest = 0.007
    /// The steps that a bridge is taken in, at the most.
    private static let mostSteps = 8.0
    /// The filter follows a period that differs by more, as a part of it.
    private static let otherRate = 0.1

    /// A tracker that knows nothing yet.
    ///
    /// - Parameter rate: How many readings a second there should be.
    init(rateInHertz rate: Double) {
        rateInHertz = FilterRate.possible(rate)
        spanInSeconds = 1 / rateInHertz
        filter = InclinationFilter(rateInHertz: rateInHertz)
    }

    /// Until when a reading at an instant has to wait for later ones, which tell how the rate was changing.
    ///
    /// - Parameter time: The instant.
    /// - Returns: The earliest instant of the next that tells; `nil` where none is needed.
    @inline(__always)
    func nextNeeded(at time: Int64) -> Int64? {
        guard let last else { return nil }
        let hole = time.seconds(since: last.time) - spanInSeconds
        guard hole > Self.tremble * spanInSeconds, hole <= Self.longestBridgeInSeconds else {
            return nil
        }
        return time.advanced(bySeconds: Self.nearest)
    }

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
        let (turnTime, trust) = isTurn ? pass(to: turn, next: next) : (spanInSeconds, nil)
        let refusedBefore = filter.refusedReadings
        filter.update(
            gyroscope: turn.rate,
            accelerometer: accelerometer,
            turnTimeInSeconds: turnTime
        )
        // What was refused has told nothing: there is a hole where it was.
        if isTurn { remember(turn) }
        return Intake(
            isWhole: filter.refusedReadings == refusedBefore,
            trustInSeconds: trust
        )
    }

    private mutating func remember(_ turn: Turn) {
        last = turn
        let isFar = trail.newer.map { abs(turn.time.seconds(since: $0.time)) >= Self.nearest }
        if isFar ?? true { trail = (turn, trail.newer) }
    }

    /// Makes the filter one for the rate at which readings come.
    private mutating func follow(_ period: Double) {
        if !hasBegun {
            hasBegun = true
            rateInHertz = FilterRate.possible(1 / period)
            spanInSeconds = 1 / rateInHertz
            filter = InclinationFilter(rateInHertz: rateInHertz)
        } else if abs(period * rateInHertz - 1) > Self.otherRate {
            rateInHertz = FilterRate.possible(1 / period)
            filter.change(toRateInHertz: rateInHertz)
        }
        // Readings that come more often tell of less time each; of those that come less often some are missing.
        if period < spanInSeconds { spanInSeconds = 1 / FilterRate.possible(1 / period) }
    }

    /// Does what the time since the last reading asks for.
    ///
    /// - Returns: For how long this one turns, and what the attitude weighs after a long hole.
    private mutating func pass(to turn: Turn, next: Turn?) -> (Double, trustInSeconds: Double?) {
        guard let last else { return (spanInSeconds, nil) }
        let elapsed = turn.time.seconds(since: last.time)
        guard elapsed >= 0 else {
            // A clock that was set back says nothing of the step.
            guard elapsed < -Self.longestSetBackInSeconds else { return (spanInSeconds, nil) }
            return (spanInSeconds, levelAnew(after: -elapsed))
        }
        let hole = elapsed - spanInSeconds
        if hole <= Self.tremble * spanInSeconds { return (elapsed, nil) }
        guard hole <= Self.longestBridgeInSeconds else {
            // Near its ends the rate is known still.
            let end = Self.longestBridgeInSeconds / 2
            filter.bridge(at: last.rate, forSeconds: end)
            filter.bridge(at: turn.rate, forSeconds: end)
            return (spanInSeconds, levelAnew(after: hole))
        }
        bridge(hole, from: last, to: turn, elapsed: elapsed, next: next)
        return (spanInSeconds, nil)
    }

    private mutating func levelAnew(after hole: Double) -> Double {
        levellings += 1
        let trust = Self.trust(afterSeconds: hole)
        filter.levelAnew(afterSeconds: hole, trustInSeconds: trust)
        return trust
    }

    /// How many seconds of readings the attitude weighs after a hole: less, the longer that was.
    static func trust(afterSeconds hole: Double) -> Double {
        let share = longestBridgeInSeconds / max(hole, longestBridgeInSeconds)
        return 0.02 * share * share * share
    }

    private mutating func bridge(
        _ hole: Double,
        from last: Turn,
        to turn: Turn,
        elapsed: Double,
        next: Turn?
    ) {
        let span = spanInSeconds
        func point(_ turn: Turn) -> RateBridge.Point {
            // A reading is the mean of its period.
            RateBridge.Point(
                rate: turn.rate,
                seconds: turn.time.seconds(since: last.time) - span / 2
            )
        }
        func isNear(_ one: Turn, _ other: Turn) -> Bool {
            let seconds = other.time.seconds(since: one.time)
            return seconds > 0 && seconds <= max(Self.near * span, 3 * Self.nearest)
        }
        func isFar(_ other: Turn) -> Bool {
            last.time.seconds(since: other.time) > Self.nearest / 2
        }
        let earlier = trail.newer.flatMap { isFar($0) ? $0 : trail.older }
        let rates = RateBridge(
            earlier: earlier.flatMap { isNear($0, last) ? point($0) : nil },
            before: point(last),
            behind: point(turn),
            later: next.flatMap {
                isNear(turn, $0) && InclinationFilter.isRotation($0.rate) ? point($0) : nil
            }
        )
        let steps = min(max((hole / span).rounded(), 1), Self.mostSteps)
        let step = hole / steps
        for index in 0..<Int(steps) {
            let start = Double(index) * step
            filter.bridge(at: rates.mean(from: start, to: start + step), forSeconds: step)
        }
    }
}
